{{ define "lib.labels" }}
a: b
{{ end }}

{{/* The name of everything. */}}
{{- define "shop.name" -}}
{{ .Values.service.port }} # reads values.yaml::service.port [declared-key]
{{- end }}
{{ define "shop.labels" }}
app: {{ include "shop.name" . }} # -> ::shop.name [declared-key]
{{ end }}

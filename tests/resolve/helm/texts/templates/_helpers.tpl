{{- define "shop.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}
{{- end }}
{{- define "shop.image" -}}
{{- if .Values.image.registry }}
{{- printf "%s/%s:%s" .Values.image.registry .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- else }}
{{- .Values.image.repository }}
{{- end }}
{{- end }}
{{- define "shop.claim" -}}
{{ include "shop.fullname" . }}-data
{{- end }}
{{- define "shop.select" }}
app: {{ .name }}
{{- end }}

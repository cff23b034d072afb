{{- define "xray-graph.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "xray-graph.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "xray-graph.labels" -}}
{{ include "xray-graph.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "xray-graph.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "xray-graph.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* An image's whole name: (dict "image" .Values.image "repository" … "tag" …). */}}
{{- define "xray-graph.image" -}}
{{- $repository := default .repository .image.repository -}}
{{- if .image.digest -}}
{{- printf "%s@%s" $repository .image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (default .tag .image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "xray-graph.serverImage" -}}
{{- include "xray-graph.image" (dict "image" .Values.image "repository" "xray-graph" "tag" .Chart.AppVersion) -}}
{{- end -}}

{{/* What every pod has: an account without a token, not root, the secrets for its images. */}}
{{- define "xray-graph.pod" -}}
serviceAccountName: {{ include "xray-graph.serviceAccount" . }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The flags that reach a registry: (dict "ca" … "plain" …). */}}
{{- define "xray-graph.seedFlags" -}}
{{- with .Values.maps.seed -}}
--max-bytes={{ .maxBytes | int64 }}
{{- if .caSecret.name }} --ca-file=/run/ca/{{ .caSecret.key }}{{ end }}
{{- if .verifyKeySecret.name }} --verify-key=/run/verify/{{ .verifyKeySecret.key }}{{ end }}
{{- if .plainHttp }} --plain-http{{ end }}
{{- end -}}
{{- end -}}

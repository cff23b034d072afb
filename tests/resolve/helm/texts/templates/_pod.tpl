{{- define "shop.pod" -}}
serviceAccountName: shop # references outside/::ServiceAccount/shop
containers:
  {{- with .Values.proxy.image }}
  - name: proxy
    image: {{ .name }}:{{ .tag }} # references outside/::Image/proxy:2
  {{- end }}
volumes:
  - name: tls
    secret:
      secretName: {{ template "shop.fullname" . }}-tls # references templates/web.yaml::Secret/{{$tls}}
{{- end }}
{{- define "shop.sidecars" }}
- name: side
  image: busybox:1 # references outside/::Image/busybox:1
{{- end }}
{{- define "shop.volumes" }}
- name: keys
  configMap:
    name: keys # references outside/::ConfigMap/keys
{{- end }}

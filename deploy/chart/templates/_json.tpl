{{- /* Any value as JSON, which is YAML too. Whole numbers from a million on would be 1e+06. */ -}}
{{- define "plumbline.json" -}}
{{- $type := printf "%T" . -}}
{{- if eq $type "map[string]interface {}" -}}
{ {{- $rest := false }}{{ range $key, $value := . }}{{ if $rest }},{{ end }}{{ $rest = true }}{{ printf "%q" $key }}: {{ template "plumbline.json" $value }}{{ end -}} }
{{- else if eq $type "[]interface {}" -}}
[{{ range $index, $value := . }}{{ if $index }},{{ end }}{{ template "plumbline.json" $value }}{{ end }}]
{{- else if eq $type "string" -}}
{{ printf "%q" . }}
{{- else if eq $type "float64" -}}
{{ if ge . 1000000.0 }}{{ printf "%.0f" . }}{{ else }}{{ . }}{{ end }}
{{- else if eq $type "<nil>" -}}
null
{{- else -}}
{{ . }}
{{- end -}}
{{- end -}}
{{- /* The same as text of an environment variable. */ -}}
{{- define "plumbline.text" -}}
{{- if eq (printf "%T" .) "string" }}{{ printf "%q" . }}{{ else }}"{{ template "plumbline.json" . }}"{{ end -}}
{{- end -}}

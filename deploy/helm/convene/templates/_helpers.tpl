{{- define "convene.labels" -}}
app.kubernetes.io/name: convene
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "convene.image" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "convene.environment" -}}
env:
  - name: CONVENE_DATABASE_URL
    valueFrom:
      secretKeyRef:
        name: {{ .Values.secretName }}
        key: database-url
  - name: CONVENE_TOKEN
    valueFrom:
      secretKeyRef:
        name: {{ .Values.secretName }}
        key: token
  - name: POD_IP
    valueFrom:
      fieldRef:
        fieldPath: status.podIP
{{- with .Values.environment }}
{{- toYaml . | nindent 2 }}
{{- end }}
envFrom:
{{- range .Values.environmentSecrets }}
  - secretRef:
      name: {{ . }}
{{- end }}
{{- end }}

{{- define "convene.probes" -}}
ports:
  - name: http
    containerPort: 7410
startupProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  failureThreshold: 60
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}

{{- define "convene.mounts" -}}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
  - name: settings
    mountPath: /data/config.json
    subPath: config.json
    readOnly: true
{{- end }}

{{- define "convene.pod" -}}
automountServiceAccountToken: false
terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
{{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
{{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
{{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
  - name: settings
    configMap:
      name: {{ .Release.Name }}-settings
{{- end }}

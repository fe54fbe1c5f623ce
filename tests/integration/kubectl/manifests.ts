/** What the kubectl tests apply: a workload with its policy, its budget and a setting, each in a file. */
export const MANIFESTS: Record<string, string> = {
  'namespace.yaml': `
apiVersion: v1
kind: Namespace
metadata:
  name: shop
`,
  'web.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 3
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: app
          image: example.com/web:1
          ports: [{containerPort: 8080}]
          resources:
            requests: {cpu: 100m, memory: 64Mi}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
  namespace: shop
spec:
  minAvailable: 2
  selector:
    matchLabels: {app: web}
`,
  'vpa.yaml': `
apiVersion: autoscaling.k8s.io/v1
kind: VerticalPodAutoscaler
metadata:
  name: web
  namespace: shop
spec:
  targetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  updatePolicy: {updateMode: "Off"}
`,
  'settings.yaml': `
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
data:
  greeting: hello
`,
};

#!/usr/bin/env bash
# A first memory limit given to a running pod becomes its memory request too.
#
# Guess:    a resize changes what it names; requests are filled from limits when a pod is created, not later.
# Seen:     k8s.io/kubernetes v1.37.2 (pkg/apis/core/v1, SetObjectDefaults_Pod, which the API server applies to
#           whatever it decodes): a container with a CPU request alone that is given a limit of 1Gi requests 1Gi
#           then. With a memory request of its own it keeps that one.
# Matters:  a sizer that only adds a limit moves the pod's place in the scheduler's and quota's books by the whole
#           limit: state the request beside the limit.
# Needs:    Go 1.26; two minutes the first time.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
# Kubernetes requires its own parts by folders beside it: here each is the module of the same release.
printf 'module finding\n\ngo 1.26.0\n\nrequire k8s.io/kubernetes v1.37.2\n' > go.mod
theirs=$(go mod download -json k8s.io/kubernetes@v1.37.2 | sed -n 's/.*"GoMod": "\(.*\)".*/\1/p')
for part in $(sed -n 's,^[^/]*\(k8s\.io/[a-z-]*\).* => \./staging/.*,\1,p' "$theirs"); do
  go mod edit -replace "$part=$part@v0.37.2"
done
cat > main.go <<'GO'
package main

import (
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	defaults "k8s.io/kubernetes/pkg/apis/core/v1"
)

func given(requests v1.ResourceList) {
	pod := &v1.Pod{Spec: v1.PodSpec{Containers: []v1.Container{{Name: "app"}}}}
	app := &pod.Spec.Containers[0].Resources
	app.Requests = requests
	defaults.SetObjectDefaults_Pod(pod)
	app.Limits = v1.ResourceList{v1.ResourceMemory: resource.MustParse("1Gi")}
	defaults.SetObjectDefaults_Pod(pod)
	fmt.Println(app.Requests.Cpu(), app.Requests.Memory())
}

func main() {
	given(v1.ResourceList{v1.ResourceCPU: resource.MustParse("100m")})
	given(v1.ResourceList{v1.ResourceCPU: resource.MustParse("100m"), v1.ResourceMemory: resource.MustParse("64Mi")})
}
GO
seen=$(GOFLAGS=-mod=mod go run .)
echo "$seen"
[ "$seen" = '100m 1Gi
100m 64Mi' ]

#!/usr/bin/env bash
# Whether a pod "runs on a node without support for resize" is judged by its first running container alone.
#
# Guess:    a pod can be resized if the status of each container, or of the one that is resized, has resources.
# Seen:     k8s.io/kubernetes v1.37.2 (pkg/apis/core/validation, ValidatePodResize): with resources in the status
#           of the first running container it passes, though the second, which is resized, has none; the other way
#           around it is "Pod running on node without support for resize"; with no running container it passes.
# Matters:  a pod whose first container waits in CrashLoopBackOff is judged by the next that runs: one pod
#           can be refused and taken within seconds. It is no lasting fact about the node.
# Needs:    Go 1.26; three minutes the first time.
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
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/apis/core/validation"
)

func pod(amount string, statuses ...core.ContainerStatus) *core.Pod {
	requests := v1.ResourceList{v1.ResourceCPU: resource.MustParse("100m")}
	given := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "team", ResourceVersion: "1"},
		Spec: v1.PodSpec{Containers: []v1.Container{
			{Name: "first", Image: "first:1", Resources: v1.ResourceRequirements{Requests: requests}},
			{Name: "second", Image: "second:1", Resources: v1.ResourceRequirements{
				Requests: v1.ResourceList{v1.ResourceCPU: resource.MustParse(amount)},
			}},
		}},
	}
	corev1.SetObjectDefaults_Pod(given)
	made := &core.Pod{}
	if err := corev1.Convert_v1_Pod_To_core_Pod(given, made, nil); err != nil {
		panic(err)
	}
	made.Spec.DNSPolicy = core.DNSDefault
	made.Status.QOSClass = core.PodQOSBurstable
	made.Status.ContainerStatuses = statuses
	return made
}

func running(name string, resources *core.ResourceRequirements) core.ContainerStatus {
	return core.ContainerStatus{
		Name: name, Resources: resources, State: core.ContainerState{Running: &core.ContainerStateRunning{}},
	}
}

func main() {
	known := &core.ResourceRequirements{}
	for what, statuses := range map[string][]core.ContainerStatus{
		"known of the first": {running("first", known), running("second", nil)},
		"known of the second": {running("first", nil), running("second", known)},
		"none runs": {{Name: "first"}, {Name: "second"}},
	} {
		refused := validation.ValidatePodResize(
			pod("200m", statuses...), pod("100m", statuses...), validation.PodValidationOptions{})
		fmt.Println(what+":", refused)
	}
}
GO
seen=$(GOFLAGS=-mod=mod go run . | sort)
echo "$seen"
[ "$seen" = 'known of the first: []
known of the second: [spec: Forbidden: Pod running on node without support for resize]
none runs: []' ]

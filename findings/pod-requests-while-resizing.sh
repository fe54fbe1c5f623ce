#!/usr/bin/env bash
# What the scheduler and quotas count of a pod whose resizes are under way.
#
# Guess:    per container the largest of what is asked, granted and in force, then the sum. So it was.
# Seen:     k8s.io/component-helpers v0.36.3 (resource.PodRequests) does so: 600m.
#           v0.37.2 sums up each of the three first, and takes the largest sum: 400m.
#           One pod, one state: it fits on a node, or within a quota, of 1.37 and does not with 1.36.
# Matters:  whoever foretells whether a resize fits must count as the version of that cluster does.
# Needs:    Go 1.26; half a minute.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
cat > main.go <<'GO'
package main

import (
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	helpers "k8s.io/component-helpers/resource"
)

func cpu(amount string) v1.ResourceList {
	return v1.ResourceList{v1.ResourceCPU: resource.MustParse(amount)}
}

func container(pod *v1.Pod, name, asked, granted string) {
	pod.Spec.Containers = append(pod.Spec.Containers, v1.Container{
		Name: name, Resources: v1.ResourceRequirements{Requests: cpu(asked)},
	})
	pod.Status.ContainerStatuses = append(pod.Status.ContainerStatuses, v1.ContainerStatus{
		Name:               name,
		AllocatedResources: cpu(granted),
		Resources:          &v1.ResourceRequirements{Requests: cpu(granted)},
	})
}

func main() {
	pod := &v1.Pod{}
	container(pod, "shrinks", "100m", "300m")
	container(pod, "grows", "300m", "100m")
	counted := helpers.PodRequests(pod, helpers.PodResourcesOptions{UseStatusResources: true})
	fmt.Println(counted.Cpu())
}
GO
counted_by() {
  printf 'module finding\n\ngo 1.26.0\n\nrequire k8s.io/component-helpers v0.%s\n' "$1" > go.mod
  rm -f go.sum
  GOFLAGS=-mod=mod go run .
}
before=$(counted_by 36.3)
now=$(counted_by 37.2)
echo "component-helpers v0.36.3: $before, v0.37.2: $now"
[ "$before" = 600m ] && [ "$now" = 400m ]

#!/usr/bin/env bash
# The CPU a kubelet reports of a pod is never what the pod requests.
#
# Guess:    status.resources of a pod (1.33+) equals its spec once a resize is done, so a difference means "not yet".
# Seen:     k8s.io/kubernetes v1.37.2 (pkg/kubelet/cm): the amount is read back from the pod's cgroup v2, whose
#           weight is coarser than shares. A request of 5m is read back as 2m, 50m as 28m, 100m as 79m, 200m as
#           181m, 400m as 386m.
# Matters:  judge whether a resize is done by the status of the containers, which holds what was asked for.
# Needs:    Go 1.26 on Linux; three minutes the first time.
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

	"k8s.io/kubernetes/pkg/kubelet/cm"
)

func main() {
	for _, requested := range []int64{5, 50, 100, 200, 400} {
		shares := cm.MilliCPUToShares(requested)
		for back := uint64(0); back <= shares; back++ {
			if cm.CPUSharesEqualAfterV2RoundTrip(shares, back) {
				read := cm.CPURequestsFromConfig(&cm.ResourceConfig{CPUShares: &back})
				fmt.Printf("%dm is read back as %v\n", requested, read)
			}
		}
	}
}
GO
seen=$(GOFLAGS=-mod=mod go run .)
echo "$seen"
[ "$seen" = '5m is read back as 2m
50m is read back as 28m
100m is read back as 79m
200m is read back as 181m
400m is read back as 386m' ]

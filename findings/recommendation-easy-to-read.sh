#!/usr/bin/env bash
# The upstream VPA's --humanize-memory, which is to make memory easier to read, stores thousandths of a byte.
#
# Guess:    a target of 323522422 bytes is told as 308.54Mi, as its documentation shows.
# Seen:     k8s.io/autoscaler/vertical-pod-autoscaler v1.8.1: the text "308.54Mi" is parsed into a Quantity, and
#           that is no whole number of bytes, so what is stored and sent is 323527639040m.
# Matters:  such a request is accepted by the API server, and a kubelet (1.37.2) that resizes a pod to it compares
#           the whole bytes of the cgroup with the fraction for ever: the resize stays in progress.
#           Whoever reads a recommendation must read the suffix m for memory too.
# Needs:    Go 1.26; a minute.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
printf 'module finding\n\ngo 1.26.0\n\nrequire k8s.io/autoscaler/vertical-pod-autoscaler v1.8.1\n' > go.mod
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"

	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/recommender/model"
)

func main() {
	target := model.Resources{model.ResourceMemory: 323522422}
	fmt.Println(model.HumanizeMemoryQuantity(323522422))
	for _, humanize := range []bool{false, true} {
		stored, err := json.Marshal(model.ResourcesAsResourceList(target, humanize, 1, 1))
		fmt.Println(string(stored), err)
	}
}
GO
seen=$(GOFLAGS=-mod=mod go run .)
echo "$seen"
[ "$seen" = '308.54Mi
{"memory":"323522422"} <nil>
{"memory":"323527639040m"} <nil>' ]

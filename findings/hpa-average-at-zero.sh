#!/usr/bin/env bash
# An HPA at zero replicas tells an average of minus nine quintillion.
#
# Guess:    with no pods there is no average: the field is absent or 0.
# Seen:     k8s.io/kubernetes v1.37.2 (pkg/controller/podautoscaler, GetExternalPerPodMetricReplicas): an external
#           metric of 5 with a target average of 2 asks for 3 replicas, rightly, and the average it tells is the
#           division by zero, which Go makes into -9223372036854775808 (thousandths) on amd64 and into
#           9223372036854775807 on arm64.
# Matters:  status.currentMetrics[].external.current.averageValue of an HPA that is scaled to zero (on by default
#           from 1.37) is no measurement: read it as unknown, and let no sum or chart have it.
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
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/kubernetes/pkg/controller/podautoscaler"
	"k8s.io/kubernetes/pkg/controller/podautoscaler/metrics"
)

type queue struct{ metrics.MetricsClient }

// Five messages wait, in thousandths.
func (queue) GetExternalMetric(string, string, labels.Selector) ([]int64, time.Time, error) {
	return []int64{5000}, time.Unix(0, 0), nil
}

func main() {
	calculator := podautoscaler.NewReplicaCalculator(queue{}, nil, 0, 0)
	for _, replicas := range []int32{1, 0} {
		wanted, average, _, err := calculator.GetExternalPerPodMetricReplicas(
			replicas, 2000, "messages", podautoscaler.Tolerances{}, "team", nil)
		fmt.Println(replicas, wanted, average, err)
	}
}
GO
seen=$(GOFLAGS=-mod=mod go run .)
echo "$seen"
case $(go env GOARCH) in
  amd64) average=-9223372036854775808 ;;
  *) average=9223372036854775807 ;;
esac
[ "$seen" = "1 3 5000 <nil>
0 3 $average <nil>" ]

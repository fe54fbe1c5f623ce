#!/usr/bin/env bash
# A sample that is exactly the start of a bucket of the upstream VPA's histograms is counted in the bucket before.
#
# Guess:    FindBucket is the inverse of GetBucketStart, as its comment says.
# Seen:     k8s.io/autoscaler/vertical-pod-autoscaler v1.8.1, buckets of CPU and memory as its aggregations have
#           them: of the 175 starts above zero of each, 174 fall into the bucket before (a logarithm of a sum of
#           powers ends a hair below the whole number).
# Matters:  percentiles are starts of buckets; whoever feeds recommendations back as samples, or compares
#           implementations at round numbers, is a bucket (5 %) off where the arithmetic is exact.
# Needs:    Go 1.26; a minute.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
printf 'module finding\n\ngo 1.26.0\n\nrequire k8s.io/autoscaler/vertical-pod-autoscaler v1.8.1\n' > go.mod
cat > main.go <<'GO'
package main

import (
	"fmt"

	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/recommender/model"
	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/recommender/util"
)

// How many starts of buckets are found in the bucket before, and how many in none of the two.
func count(options util.HistogramOptions) (all, before, elsewhere int) {
	for bucket := 1; bucket < options.NumBuckets(); bucket++ {
		all++
		switch options.FindBucket(options.GetBucketStart(bucket)) {
		case bucket:
		case bucket - 1:
			before++
		default:
			elsewhere++
		}
	}
	return all, before, elsewhere
}

func main() {
	config := model.GetAggregationsConfig()
	fmt.Println(count(config.CPUHistogramOptions))
	fmt.Println(count(config.MemoryHistogramOptions))
}
GO
seen=$(GOFLAGS=-mod=mod go run .)
echo "$seen"
[ "$seen" = '175 174 0
175 174 0' ]

#!/usr/bin/env bash
# The upstream VPA's bounds are narrowest when it knows nothing.
#
# Guess:    without samples the bounds are as wide as can be, and they narrow as samples come.
# Seen:     k8s.io/autoscaler/vertical-pod-autoscaler v1.8.1 with its default settings: before the first sample
#           lower bound, target and upper bound are all the same 25m and 250Mi; after one CPU sample the upper
#           bound of CPU is 100G (cores), and it narrows from there.
# Matters:  a new VPA without metrics says "far outside of its bounds" of every larger pod. Bounds are a measure of
#           confidence only once there are samples; firstSampleStart in the checkpoint tells.
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
	"time"

	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/recommender/logic"
	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/recommender/model"
)

func main() {
	day := 24 * time.Hour
	recommender := logic.CreatePodResourceRecommender(logic.RecommendationConfig{
		SafetyMarginFraction: 0.15, PodMinCPUMillicores: 25, PodMinMemoryMb: 250,
		TargetCPUPercentile: 0.9, LowerBoundCPUPercentile: 0.5, UpperBoundCPUPercentile: 0.95,
		TargetMemoryPercentile: 0.9, LowerBoundMemoryPercentile: 0.5, UpperBoundMemoryPercentile: 0.95,
		ConfidenceIntervalCPU: day, ConfidenceIntervalMemory: day,
	})
	say := func(state *model.AggregateContainerState) {
		all := recommender.GetRecommendedPodResources(model.ContainerNameToAggregateStateMap{"app": state})
		for _, side := range []model.Resources{all["app"].LowerBound, all["app"].Target, all["app"].UpperBound} {
			cpu := model.QuantityFromCPUAmount(side[model.ResourceCPU])
			memory := model.QuantityFromMemoryAmount(side[model.ResourceMemory])
			fmt.Print(cpu.String(), "/", memory.String(), " ")
		}
		fmt.Println()
	}
	state := model.NewAggregateContainerState()
	say(state)
	state.AddSample(&model.ContainerUsageSample{
		MeasureStart: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
		Usage:        model.CPUAmountFromCores(0.1),
		Resource:     model.ResourceCPU,
	})
	say(state)
}
GO
seen=$(GOFLAGS=-mod=mod go run .)
echo "$seen"
[ "$seen" = '25m/250Mi 25m/250Mi 25m/250Mi 
25m/250Mi 126m/250Mi 100G/250Mi ' ]

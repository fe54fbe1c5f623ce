#!/usr/bin/env bash
# metrics-server: a pod that is a few seconds old has metrics, then none, depending on when it was scraped.
#
# Guess:    CPU needs two scrapes, so a pod is told from its second scrape on, and then always.
# Seen:     sigs.k8s.io/metrics-server v0.8.0 (pkg/storage, resolution 15 s): a container scraped 12 s after its start
#           is told at once: its start counts as a first point, so the window is 12 s. One scraped 5 s after its
#           start is not told, and takes every other container of its pod with it: a pod is told as a whole or
#           not at all. So a pod whose sidecar restarts is gone from metrics.k8s.io until its next scrape.
# Matters:  "no metrics" is not "no use" and not "just started"; the usage of healthy containers goes unseen while
#           a neighbour crashes; the first sample of a pod is the average of its start-up.
# Needs:    Go 1.26; two minutes the first time.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
printf 'module finding\n\ngo 1.26.0\n\nrequire sigs.k8s.io/metrics-server v0.8.0\n' > go.mod
cat > main.go <<'GO'
package main

import (
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/metrics-server/pkg/storage"
)

var at = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func point(started, scraped time.Duration) storage.MetricsPoint {
	return storage.MetricsPoint{
		StartTime: at.Add(started * time.Second), Timestamp: at.Add(scraped * time.Second),
		CumulativeCPUUsed: uint64(scraped-started) * 100_000_000, MemoryUsage: 1 << 20,
	}
}

func main() {
	metrics := storage.NewStorage(15 * time.Second)
	scrape := func(what string, app, sidecar storage.MetricsPoint) {
		metrics.Store(&storage.MetricsBatch{Pods: map[types.NamespacedName]storage.PodMetricsPoint{
			{Namespace: "team", Name: "web"}: {Containers: map[string]storage.MetricsPoint{"app": app, "sidecar": sidecar}},
		}})
		told, err := metrics.GetPodMetrics(&metav1.PartialObjectMetadata{
			ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: "web"},
		})
		if err != nil {
			panic(err)
		}
		fmt.Print(what, ": ", len(told), " pod")
		for _, pod := range told {
			fmt.Print(", ", len(pod.Containers), " containers, window ", pod.Window.Duration)
		}
		fmt.Println()
	}
	scrape("12 s after the start", point(0, 12), point(0, 12))
	scrape("sidecar restarted 5 s ago", point(0, 27), point(22, 27))
	scrape("next", point(0, 42), point(22, 42))
}
GO
seen=$(GOFLAGS=-mod=mod go run .)
echo "$seen"
[ "$seen" = '12 s after the start: 1 pod, 2 containers, window 12s
sidecar restarted 5 s ago: 0 pod
next: 1 pod, 2 containers, window 15s' ]

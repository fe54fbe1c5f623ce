#!/usr/bin/env bash
# The upstream VPA's five minutes of patience with a deferred resize count once for each name of a pod.
#
# Guess:    mode InPlaceOrRecreate evicts a pod whose resize has been deferred for five minutes.
# Seen:     k8s.io/autoscaler/vertical-pod-autoscaler v1.8.1: the clock starts when a pod is first seen resizing, and
#           nothing ever resets it. Once five minutes have gone by, a resize that was deferred a second ago is evicted
#           for at once, though the one before it had ended well; so is that of a new pod of the same name.
# Matters:  pods of a StatefulSet keep their names: after the first deferral the mode has no patience with them until
#           the updater restarts.
# Needs:    Go 1.26; six minutes, most of them waiting.
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

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	vpav1 "k8s.io/autoscaler/vertical-pod-autoscaler/pkg/apis/autoscaling.k8s.io/v1"
	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/updater/restriction"
)

func main() {
	mode, isController := vpav1.UpdateModeInPlaceOrRecreate, true
	vpa := &vpav1.VerticalPodAutoscaler{
		Spec:   vpav1.VerticalPodAutoscalerSpec{UpdatePolicy: &vpav1.PodUpdatePolicy{UpdateMode: &mode}},
		Status: vpav1.VerticalPodAutoscalerStatus{Recommendation: &vpav1.RecommendedPodResources{}},
	}
	pod := func(name, uid string, conditions ...corev1.PodCondition) *corev1.Pod {
		owner := metav1.OwnerReference{APIVersion: "batch/v1", Kind: "Job", Name: "web", Controller: &isController}
		return &corev1.Pod{
			ObjectMeta: metav1.ObjectMeta{
				Namespace: "shop", Name: name, UID: types.UID(uid), OwnerReferences: []metav1.OwnerReference{owner},
			},
			Status: corev1.PodStatus{Phase: corev1.PodRunning, Conditions: conditions},
		}
	}
	deferred := func() corev1.PodCondition {
		return corev1.PodCondition{
			Type: corev1.PodResizePending, Status: corev1.ConditionTrue, Reason: corev1.PodReasonDeferred,
			LastTransitionTime: metav1.Now(),
		}
	}
	factory := restriction.NewPodsRestrictionFactory(nil, nil, 1, 0.5, nil, false)
	say := func(what string, one *corev1.Pod) {
		groups, creators, err := factory.GetCreatorMaps([]*corev1.Pod{one, pod("web-1", "b")}, vpa)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %s\n", what, factory.NewPodsInPlaceRestriction(groups, creators).CanInPlaceUpdate(one, vpa, nil))
	}
	say("deferred just now", pod("web-0", "a", deferred()))
	say("ended", pod("web-0", "a"))
	time.Sleep(301 * time.Second)
	say("another, deferred just now", pod("web-0", "a", deferred()))
	say("of a new pod of that name", pod("web-0", "c", deferred()))
}
GO
seen=$(GOFLAGS=-mod=mod go run .)
echo "$seen"
[ "$seen" = 'deferred just now: InPlaceDeferred
ended: InPlaceApproved
another, deferred just now: InPlaceEvict
of a new pod of that name: InPlaceEvict' ]

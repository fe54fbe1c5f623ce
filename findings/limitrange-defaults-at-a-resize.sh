#!/usr/bin/env bash
# The defaults of a LimitRange are filled in when a pod is resized, not only when it is created.
#
# Guess:    defaults are for new pods; a LimitRange made later leaves running pods alone.
# Seen:     k8s.io/kubernetes v1.37.2 (plugin/pkg/admission/limitranger, with the attributes of an update of
#           pods/resize): a resize of container "app" gives "proxy", which it does not name, a limit of 1 CPU. An
#           update of the pod itself leaves it alone. The annotation kubernetes.io/limit-ranger, which tells of
#           defaults at creation, is written then too, but the API server drops it at a resize: nothing tells.
# Matters:  the limit cannot be taken away by a later resize (422, resource limits cannot be removed).
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
	"context"
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/plugin/pkg/admission/limitranger"
)

func cpu(amount string) core.ResourceList {
	return core.ResourceList{core.ResourceCPU: resource.MustParse(amount)}
}

func pod(amount string) *core.Pod {
	return &core.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "team"},
		Spec: core.PodSpec{Containers: []core.Container{
			{Name: "app", Resources: core.ResourceRequirements{Requests: cpu(amount), Limits: cpu("2")}},
			{Name: "proxy", Resources: core.ResourceRequirements{Requests: cpu("50m")}},
		}},
	}
}

func main() {
	later := &v1.LimitRange{
		ObjectMeta: metav1.ObjectMeta{Name: "defaults", Namespace: "team"},
		Spec: v1.LimitRangeSpec{Limits: []v1.LimitRangeItem{{
			Type: v1.LimitTypeContainer, Default: v1.ResourceList{v1.ResourceCPU: resource.MustParse("1")},
		}}},
	}
	ranger, err := limitranger.NewLimitRanger(&limitranger.DefaultLimitRangerActions{})
	if err != nil {
		panic(err)
	}
	client := fake.NewClientset(later)
	factory := informers.NewSharedInformerFactory(client, 0)
	ranger.SetExternalKubeClientSet(client)
	ranger.SetExternalKubeInformerFactory(factory)
	factory.Start(context.Background().Done())
	factory.WaitForCacheSync(context.Background().Done())
	for _, subresource := range []string{"resize", ""} {
		asked := pod("150m")
		attributes := admission.NewAttributesRecord(
			asked, pod("100m"), core.Kind("Pod").WithVersion("v1"), "team", "web",
			core.Resource("pods").WithVersion("v1"), subresource, admission.Update, &metav1.UpdateOptions{}, false, nil)
		if err := ranger.Admit(context.Background(), attributes, nil); err != nil {
			panic(err)
		}
		proxy := asked.Spec.Containers[1].Resources
		fmt.Printf("%q %s of %s\n", subresource, proxy.Requests.CPU(), proxy.Limits.CPU())
	}
}
GO
seen=$(GOFLAGS=-mod=mod go run .)
echo "$seen"
[ "$seen" = '"resize" 50m of 1
"" 50m of 0' ]

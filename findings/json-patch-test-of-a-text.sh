#!/usr/bin/env bash
# A JSON patch whose `test` holds <, > or & fails at the API server although the text is the same.
#
# Guess:    RFC 6902: two strings are equal if they have the same characters.
# Seen:     gopkg.in/evanphx/json-patch.v4 v4.13.0, which the API server patches with, compares numbers and texts as
#           bytes; the object beside it was written by k8s.io/apimachinery v0.37.2, that is by Go, which escapes
#           <, > and & in JSON. A client of another language (JSON.stringify, json.dumps) does not: "a<b" fails,
#           "a\u003cb" passes. kubectl is written in Go, but sends what it is given, so both happen there.
# Matters:  a patch that tests an annotation before it replaces it (a selector, a query, JSON in an annotation) is
#           refused for ever with 422 and a text that names no cause. Escape those three.
# Needs:    Go 1.26; a minute.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
cat > go.mod <<'MOD'
module finding

go 1.26.0

require (
	gopkg.in/evanphx/json-patch.v4 v4.13.0
	k8s.io/api v0.37.2
	k8s.io/apimachinery v0.37.2
	k8s.io/client-go v0.37.2
)
MOD
cat > main.go <<'GO'
package main

import (
	"fmt"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
)

func main() {
	object := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{"query": "a<b"}}}
	encoded, err := runtime.Encode(scheme.Codecs.LegacyCodec(v1.SchemeGroupVersion), object)
	if err != nil {
		panic(err)
	}
	for _, value := range []string{`"a<b"`, `"a\u003cb"`} {
		patch, err := jsonpatch.DecodePatch([]byte(`[{"op":"test","path":"/metadata/annotations/query","value":` + value + `}]`))
		if err != nil {
			panic(err)
		}
		_, err = patch.Apply(encoded)
		fmt.Println(value, err)
	}
}
GO
seen=$(GOFLAGS=-mod=mod go run .)
echo "$seen"
[ "$seen" = '"a<b" testing value /metadata/annotations/query failed: test failed
"a\u003cb" <nil>' ]

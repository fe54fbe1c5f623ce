#!/usr/bin/env bash
# VictoriaMetrics counts the name of a metric among the labels that it keeps, and drops the last ones as written.
#
# Guess:    -maxLabelsPerTimeseries=30 keeps 30 labels beside the name; a series with 29 labels is whole.
# Seen:     victoria-metrics 1.79.5+ds1-2+b5 (Debian): 29 labels and the name are kept. Of 30, the last in the order
#           of the exposition is dropped, whatever it is called: `pod` where it is written last. The sample is taken
#           with 204 all the same.
# Matters:  who matches pods by kube_pod_labels must take one with 29 labels for one that may have lost some. The rows
#           of kube-state-metrics are safe for `namespace` and `pod` only since it writes them first.
# Needs:    apt-get with Debian 12, Python 3; half a minute.
set -euo pipefail
version=1.79.5+ds1-2+b5
work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || { kill $pid; wait $pid || true; }; rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq "victoria-metrics=$version" 2>/dev/null
dpkg -x victoria-metrics_*.deb .
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
./usr/bin/victoria-metrics -httpListenAddr="127.0.0.1:$port" -storageDataPath=data > log 2>&1 &
pid=$!
cat > ask.py <<'PY'
import json, sys, time, urllib.parse, urllib.request

address = f'http://127.0.0.1:{sys.argv[1]}'

def get(path, **query):
    with urllib.request.urlopen(f'{address}{path}?' + urllib.parse.urlencode(query)) as answer:
        return answer.read()

for _ in range(100):
    try:
        get('/health')
        break
    except OSError:
        time.sleep(0.2)
now = int(time.time()) * 1000
labels = lambda count: [f'label_{at:02}="x"' for at in range(count)]
rows = {
    'first_29': ['pod="a"'] + labels(28),
    'first_30': ['pod="a"'] + labels(29),
    'last_30': labels(29) + ['pod="a"'],
}
text = '\n'.join(f'{name}{{{",".join(row)}}} 1 {now}' for name, row in rows.items())
with urllib.request.urlopen(f'{address}/api/v1/import/prometheus', text.encode()) as answer:
    print('taken with', answer.status)
for name in rows:
    for _ in range(100):
        get('/internal/force_flush')
        found = json.loads(get('/api/v1/series', **{'match[]': name}))['data']
        if found:
            break
        time.sleep(0.2)
    kept = set(found[0]) - {'__name__'}
    print(f'{name}: {len(kept)} kept, pod {"kept" if "pod" in kept else "lost"}')
PY
seen=$(python3 ask.py "$port")
echo "$seen"
[ "$seen" = "taken with 204
first_29: 29 kept, pod kept
first_30: 29 kept, pod kept
last_30: 29 kept, pod lost" ]

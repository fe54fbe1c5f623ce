#!/usr/bin/env bash
# VictoriaMetrics answers a range query with other times than were asked for, from 50 points on.
#
# Guess:    query_range is Prometheus's: a point at start, start + step, and so on, whatever their number.
# Seen:     victoria-metrics 1.79.5+ds1-2+b5 (Debian): with 49 points so it is; from 50 on start and end are moved
#           to multiples of the step, for its cache (asked 607 s, answered 600 s), unless the query says nocache=1.
# Matters:  a past fetched in slices and joined by the times asked for has gaps or doubled points at the seams, and
#           a test with few points never shows it. Ask for multiples of the step, or read the times answered.
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
# A day ago, at a whole hour: a sample a minute, for four hours.
base = int(time.time()) // 3600 * 3600 - 86400
samples = '\n'.join(f'cpu {minute} {(base + minute * 60) * 1000}' for minute in range(240))
urllib.request.urlopen(f'{address}/api/v1/import/prometheus', samples.encode()).close()
for points, more in [(49, {}), (50, {}), (50, {'nocache': 1})]:
    for _ in range(100):
        get('/internal/force_flush')
        start = base + 607
        asked = dict(query='cpu', start=start, end=start + (points - 1) * 60, step=60, **more)
        found = json.loads(get('/api/v1/query_range', **asked))['data']['result']
        if found:
            break
        time.sleep(0.2)
    values = found[0]['values']
    print(f'{points} points {more}: {len(values)} from {values[0][0] - base} s')
PY
seen=$(python3 ask.py "$port")
echo "$seen"
[ "$seen" = "49 points {}: 49 from 607 s
50 points {}: 50 from 600 s
50 points {'nocache': 1}: 50 from 607 s" ]

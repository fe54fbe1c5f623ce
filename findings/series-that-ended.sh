#!/usr/bin/env bash
# Prometheus: a container that is gone is still there for five minutes, since its samples say when they were taken.
#
# Guess:    a series that a target no longer exposes is marked stale at the next scrape and leaves instant queries.
# Seen:     Prometheus 2.42.0+ds-5+deb12u1 (Debian): so it is for samples without a timestamp. Those with one, as
#           cAdvisor's and the kubelet's /metrics/resource have, get no marker: the sum over pods still holds the
#           gone pod, with its last value, until the look-back of 5 minutes has passed.
# Matters:  right after a rollout or a resize by a new pod, sum by (workload) of container_memory_working_set_bytes
#           counts old and new pods. Count pods from the cluster, not from series.
# Needs:    apt-get with Debian 12, Python 3; half a minute.
set -euo pipefail
version=2.42.0+ds-5+deb12u1
work=$(mktemp -d)
pids=
trap '[ -z "$pids" ] || { kill $pids; wait $pids || true; }; rm -rf "$work"' EXIT
cd "$work"
apt-get download -qq "prometheus=$version" 2>/dev/null
dpkg -x prometheus_*.deb .
cat > target.py <<'PY'
import http.server, os, time

class Target(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        lines = ['up_to_now{pod="stays"} 1']
        if not os.path.exists('ended'):
            lines += ['plain{pod="gone"} 1', f'stamped{{pod="gone"}} 1 {int(time.time() * 1000)}']
        body = ('\n'.join(lines) + '\n').encode()
        self.send_response(200)
        self.send_header('content-type', 'text/plain; version=0.0.4')
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

server = http.server.HTTPServer(('127.0.0.1', 0), Target)
print(server.server_port, flush=True)
server.serve_forever()
PY
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
python3 target.py > target.port &
pids=$!
until [ -s target.port ]; do sleep 0.1; done
cat > prometheus.yml <<YML
global: { scrape_interval: 1s }
scrape_configs:
  - { job_name: kubelet, static_configs: [{ targets: ['127.0.0.1:$(cat target.port)'] }] }
YML
port=$(free_port)
./usr/bin/prometheus --config.file=prometheus.yml --storage.tsdb.path=data --web.listen-address="127.0.0.1:$port" \
  > prometheus.log 2>&1 &
pids="$pids $!"
# How many series of a name an instant query has.
count() {
  python3 - "$port" "$1" <<'PY'
import json, sys, urllib.parse, urllib.request

address = f'http://127.0.0.1:{sys.argv[1]}/api/v1/query?' + urllib.parse.urlencode({'query': sys.argv[2]})
try:
    print(len(json.load(urllib.request.urlopen(address))['data']['result']))
except OSError:
    print(0)
PY
}
for _ in $(seq 100); do
  [ "$(count plain)" = 1 ] && [ "$(count stamped)" = 1 ] && break
  sleep 0.2
done
touch ended
for _ in $(seq 100); do
  [ "$(count plain)" = 0 ] && break
  sleep 0.2
done
sleep 5
seen="plain $(count plain), stamped $(count stamped), still scraped $(count up_to_now)"
echo "5 s after a plain series was gone: $seen"
[ "$seen" = 'plain 0, stamped 1, still scraped 1' ]

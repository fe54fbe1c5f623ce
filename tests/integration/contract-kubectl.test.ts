import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock } from '@/server/lib/time/clock';
import type { Pod } from '@/server/objects/types';
import { Api } from '../support/raw-api';

type Asked = [method: string, path: string, accept: string | null];

interface Command {
  command: string;
  requests: Asked[];
}

const RECORDING = fileURLToPath(new URL('contract/kubectl-requests.json.gz', import.meta.url));
const { clients } = JSON.parse(gunzipSync(readFileSync(RECORDING)).toString('utf8')) as {
  clients: Record<string, Command[]>;
};

/** Groups and versions of the recorded server that the embedded cluster has no use for. */
const UNSERVED =
  /^\/apis\/((apiregistration|certificates|networking|storage|node|discovery|resource|flowcontrol\.apiserver|events)\.k8s\.io|[^/]+\/v\d+(alpha|beta)\d+)(\/|\?|$)/;
const SERVED_BETA = '/apis/metrics.k8s.io/v1beta1';
const RANDOM_POD = /(hamster|web)-[0-9a-z]{8,10}-[0-9a-z]{5}/g;
const RECORDED_ONLY = /namespaces\/contract\//;

let folder: string;
let sandbox: Sandbox;
let api: Api;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'contract-kubectl-'));
  sandbox = await startSandbox({
    port: 0,
    clock: acceleratedClock(Date.parse('2026-11-21T09:00:00Z'), 20),
    log: silentLogger,
    scenario: 'empty',
    seed: 1,
    dataDir: folder,
  });
  api = new Api(sandbox.url, sandbox.server.caPem, sandbox.server.tokens.admin);
  await api.exchange('POST', '/apis/apps/v1/namespaces/default/deployments', {
    body: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'hamster' },
      spec: {
        replicas: 4,
        selector: { matchLabels: { app: 'hamster' } },
        template: {
          metadata: { labels: { app: 'hamster' } },
          spec: { containers: [{ name: 'app', image: 'img:1' }] },
        },
      },
    },
  });
  await api.exchange('POST', '/apis/autoscaling.k8s.io/v1/namespaces/default/verticalpodautoscalers', {
    body: {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name: 'hamster-vpa' },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'hamster' } },
    },
  });
  while (firstPod() === undefined) await new Promise((resolve) => setImmediate(resolve));
});

afterAll(async () => {
  await api.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function firstPod(): string | undefined {
  for (const pod of sandbox.registry.list<Pod>('pods', 'default'))
    if (pod.spec.nodeName) return pod.metadata.name;
  return undefined;
}

/** What a command reads, without what the recorded server alone had. */
function readsOf(command: Command): Asked[] {
  return command.requests.filter(
    ([method, at]) =>
      method === 'GET' && !RECORDED_ONLY.test(at) && (!UNSERVED.test(at) || at.startsWith(SERVED_BETA)),
  );
}

describe.each(Object.entries(clients))('what kubectl %s asks', (_version, commands) => {
  it.each(commands.map((each) => [each.command, each] as const))(
    'for %s is answered',
    async (_name, command) => {
      for (const [method, recorded, accept] of readsOf(command)) {
        const at = recorded
          .replace(RANDOM_POD, firstPod() ?? '')
          .replace(/resourceVersion=\d+/, 'resourceVersion=1');
        const stop = new AbortController();
        const answer = await api.send(method, at, { ...(accept ? { accept } : {}), signal: stop.signal });
        expect([at, answer.status]).toEqual([at, 200]);
        expect([at, answer.headers.get('content-type')]).toEqual([
          at,
          expect.stringMatching(expectedType(accept)),
        ]);
        stop.abort();
      }
    },
  );
});

/** Clients refuse what they did not ask for. */
function expectedType(accept: string | null): RegExp {
  if (accept?.includes('proto-openapi'))
    return /^application\/com\.github\.proto-openapi\.spec\.v2\.v1\.0\+protobuf$/;
  return accept?.includes('apidiscovery')
    ? /^application\/json;g=apidiscovery\.k8s\.io;v=v2;/
    : /^application\/json/;
}

/**
 * An API server with as many VPAs as its first argument says, in as many namespaces as its second says, each
 * with as many pods as its third says (default ten): paged lists, watches driven by commands. Objects are
 * made on demand.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { API_RESOURCES, pathOf, type ResourceName } from '@/server/objects/resources';

const NODES = 1_000;
const QUOTAS_PER_NAMESPACE = 5;
const LIMIT_RANGES_PER_NAMESPACE = 2;
const AGE_MS = 8 * 86_400_000;
const SAMPLES_EVERY_MS = 60_000;

const [vpas = 0, namespaces = 1, podsPerVpa = 10] = process.argv.slice(2).map(Number);
const startedMs = Date.now();
/** Metrics are of the virtual minute in which they are requested. */
let nowMs = startedMs;
let version = 100;
const startedAt = new Date(startedMs - AGE_MS).toISOString();

/** Statuses written since the start, by number. */
const statuses = new Map<number, object>();

const namespaceOf = (index: number) => `team-${index % namespaces}`;
const nameOf = (index: number) => `service-${index}`;
const meta = (kind: string, index: number, name = nameOf(index)) => ({
  name,
  namespace: namespaceOf(index),
  uid: `${kind}-${name}`,
  resourceVersion: '1',
  creationTimestamp: startedAt,
});
const owner = (kind: string, prefix: string, index: number) => ({
  apiVersion: 'apps/v1',
  kind,
  name: nameOf(index),
  uid: `${prefix}-${nameOf(index)}`,
  controller: true,
});
const selecting = (index: number) => ({ matchLabels: { app: nameOf(index) } });
const labels = (index: number) => ({ app: nameOf(index), 'app.kubernetes.io/managed-by': 'helm' });

function vpa(index: number, target = '250m') {
  return {
    metadata: { ...meta('vpa', index), generation: 1 },
    spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: nameOf(index) } },
    status: statuses.get(index) ?? {
      recommendation: {
        containerRecommendations: [
          {
            containerName: 'app',
            target: { cpu: target, memory: '262144k' },
            lowerBound: { cpu: '50m', memory: '64Mi' },
            upperBound: { cpu: '2', memory: '2Gi' },
            uncappedTarget: { cpu: target, memory: '262144k' },
          },
        ],
      },
      conditions: [{ type: 'RecommendationProvided', status: 'True', lastTransitionTime: startedAt }],
    },
  };
}

function pod(index: number) {
  const of = Math.floor(index / podsPerVpa);
  const name = `${nameOf(of)}-${(index * 7919).toString(36)}`;
  // One workload in fifty is due for a change.
  const requests = { cpu: of % 50 === 0 ? '20m' : '250m', memory: '256Mi' };
  return {
    metadata: {
      ...meta('pod', of, name),
      labels: labels(of),
      annotations: { vpaObservedContainers: 'app', vpaUpdates: 'Pod resources updated' },
      ownerReferences: [owner('ReplicaSet', 'rs', of)],
      managedFields: [{ manager: 'kubelet', operation: 'Update', fieldsV1: { 'f:status': {} } }],
    },
    spec: {
      nodeName: `node-${index % NODES}`,
      containers: [
        {
          name: 'app',
          image: 'registry.example/app:1.2.3',
          env: [{ name: 'MODE', value: 'production' }],
          resources: { requests, limits: { memory: '512Mi' } },
        },
      ],
    },
    status: {
      phase: 'Running',
      startTime: startedAt,
      podIP: '10.0.0.1',
      conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
        type,
        status: 'True',
        lastTransitionTime: startedAt,
      })),
      containerStatuses: [
        {
          name: 'app',
          ready: true,
          started: true,
          restartCount: 0,
          image: 'registry.example/app:1.2.3',
          imageID: 'sha256:0123456789abcdef',
          resources: { requests, limits: { memory: '512Mi' } },
          state: { running: { startedAt } },
        },
      ],
    },
  };
}

function podMetrics(index: number) {
  const of = Math.floor(index / podsPerVpa);
  return {
    metadata: { name: `${nameOf(of)}-${(index * 7919).toString(36)}`, namespace: namespaceOf(of) },
    timestamp: new Date(nowMs).toISOString(),
    window: `${SAMPLES_EVERY_MS / 1000}s`,
    containers: [
      {
        name: 'app',
        usage: {
          cpu: `${(50 + (index % 400)) * 1_000_000 + (nowMs % 977)}n`,
          memory: `${60_000 + (index % 900) * 100}Ki`,
        },
      },
    ],
  };
}

/** The count of each kind, and one object by number. */
const KINDS: Partial<Record<ResourceName, { count: number; make(index: number): object }>> = {
  vpas: { count: vpas, make: (index) => vpa(index) },
  pods: { count: vpas * podsPerVpa, make: pod },
  podMetrics: { count: vpas * podsPerVpa, make: podMetrics },
  namespaces: {
    count: namespaces,
    make: (index) => ({
      metadata: { ...meta('namespace', index, namespaceOf(index)), namespace: undefined },
    }),
  },
  nodes: {
    count: NODES,
    make: (index) => ({
      metadata: { ...meta('node', index, `node-${index}`), namespace: undefined },
      status: { allocatable: { cpu: String(8 + (index % 9)), memory: `${32 + (index % 7)}Gi` } },
    }),
  },
  deployments: {
    count: vpas,
    make: (index) => ({
      metadata: meta('deployment', index),
      spec: { replicas: podsPerVpa, selector: selecting(index) },
    }),
  },
  replicaSets: {
    count: vpas,
    make: (index) => ({
      metadata: { ...meta('rs', index), ownerReferences: [owner('Deployment', 'deployment', index)] },
      spec: { replicas: podsPerVpa, selector: selecting(index) },
    }),
  },
  podDisruptionBudgets: {
    count: vpas,
    make: (index) => ({
      metadata: meta('pdb', index),
      spec: { minAvailable: 1, selector: { matchLabels: labels(index) } },
      status: { disruptionsAllowed: 9, currentHealthy: 10, desiredHealthy: 1 },
    }),
  },
  horizontalPodAutoscalers: {
    count: vpas,
    make: (index) => ({
      metadata: meta('hpa', index),
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: nameOf(index) },
        minReplicas: 1,
        maxReplicas: 20,
        metrics: [{ type: 'Pods', pods: { metric: { name: 'requests' } } }],
      },
    }),
  },
  resourceQuotas: {
    count: namespaces * QUOTAS_PER_NAMESPACE,
    make: (index) => ({
      metadata: meta('quota', index, `quota-${index}`),
      spec: { hard: { 'requests.cpu': '1M', 'requests.memory': '1Pi' } },
      status: { hard: { 'requests.cpu': '1M', 'requests.memory': '1Pi' }, used: { 'requests.cpu': '1' } },
    }),
  },
  limitRanges: {
    count: namespaces * LIMIT_RANGES_PER_NAMESPACE,
    make: (index) => ({
      metadata: meta('limits', index, `limits-${index}`),
      spec: { limits: [{ type: 'Container', max: { cpu: '64', memory: '256Gi' } }] },
    }),
  },
};

const BY_PATH = new Map(
  Object.entries(KINDS).map(([name, kind]) => [pathOf(API_RESOURCES[name as ResourceName]), kind]),
);
const NAMESPACED = /\/namespaces\/([^/]+)\/([^/]+)$/;
const watchers = new Map<string, Set<ServerResponse>>();

const asked = new Map<string, number>();
/** Each request for the metrics of a path advances a minute. */
function nextMinute(pathname: string): number {
  const times = (asked.get(pathname) ?? 0) + 1;
  asked.set(pathname, times);
  return startedMs + (times - 1) * SAMPLES_EVERY_MS;
}

function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** As Kubernetes up to 1.26, which only supports lists. */
function refuse(response: ServerResponse): void {
  response.writeHead(422, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ kind: 'Status', status: 'Failure', reason: 'Invalid', code: 422 }));
}

function list(pathname: string, limit: number, from: number, response: ServerResponse): void {
  if (pathname.startsWith('/apis/metrics.k8s.io') && from === 0) nowMs = nextMinute(pathname);
  const namespace = NAMESPACED.exec(pathname)?.[1];
  const { count = 0, make } = BY_PATH.get(pathname.replace(NAMESPACED, '/$2')) ?? {};
  const to = limit > 0 ? Math.min(count, from + limit) : count;
  const items: object[] = [];
  for (let index = from; make && index < to; index++) {
    const object = make(index) as { metadata: { namespace?: string } };
    if (!namespace || object.metadata.namespace === namespace) items.push(object);
  }
  const metadata = { resourceVersion: String(version), ...(to < count && { continue: String(to) }) };
  answer(response, { kind: 'List', apiVersion: 'v1', metadata, items });
}

function watch(pathname: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  const open = watchers.get(pathname) ?? new Set();
  watchers.set(pathname, open.add(response));
  response.on('close', () => open.delete(response));
}

function notify(index: number, target?: string): object {
  const object = vpa(index, target);
  object.metadata.resourceVersion = String(++version);
  const line = `${JSON.stringify({ type: 'MODIFIED', object })}\n`;
  for (const open of watchers.get(pathOf(API_RESOURCES.vpas)) ?? []) open.write(line);
  return object;
}

const STATUS = /\/verticalpodautoscalers\/service-(\d+)\/status$/;

/** Keeps the status of a VPA; of other writes only the answer is real. */
function write(pathname: string, body: string): object {
  const index = STATUS.exec(pathname)?.[1];
  if (index === undefined) return { metadata: { resourceVersion: String(++version) } };
  statuses.set(Number(index), (JSON.parse(body) as { status: object }).status);
  return notify(Number(index));
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method !== 'GET') answer(response, write(pathname, Buffer.concat(chunks).toString()));
    else if (searchParams.get('sendInitialEvents') === 'true') refuse(response);
    else if (searchParams.get('watch') === 'true') watch(pathname, response);
    else list(pathname, Number(searchParams.get('limit')), Number(searchParams.get('continue')), response);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

/** The command to change a VPA. */
process.on('message', ({ change }: { change?: number }) => {
  if (change !== undefined) notify(change, `${251 + (version % 50)}m`);
  process.send?.({ version });
});
process.on('disconnect', () => process.exit());

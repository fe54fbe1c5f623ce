import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { API_RESOURCES, apiVersionOf, pathOf } from '@/server/objects/resources';
import type { KubeObject, Pod, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';

const NAMESPACES = 20;
const CREATED = '2026-01-01T00:00:00Z';
/** What every VPA recommends, as a patch writes it. */
export const TARGET = { cpu: '163m', memory: '250Mi' };
const HASH = '75b4dd4c64';

/** A minimal API server that can be listed and watched; it never changes. */
export interface StillCluster {
  url: string;
  /** The path that reviews are posted to, once a webhook is registered. */
  reviewPath(): string;
  close(): Promise<void>;
}

/** Serves one Deployment, ReplicaSet and VPA for each of `vpas`, and `pods` pods spread over them. */
export async function startStillCluster(vpas: number, pods: number): Promise<StillCluster> {
  const lists = new Map<string, KubeObject[]>([
    [pathOf(API_RESOURCES.vpas), each(vpas, vpaOf)],
    [pathOf(API_RESOURCES.deployments), each(vpas, deploymentOf)],
    [pathOf(API_RESOURCES.replicaSets), each(vpas, replicaSetOf)],
    [pathOf(API_RESOURCES.pods), each(pods, (index) => podOf(index % vpas, `${index}`))],
  ]);
  let reviewPath = '/mutate';
  const server = createServer((request, response) => {
    if (request.url?.includes('mutatingwebhookconfigurations') && request.method !== 'GET')
      void text(request).then((body) => {
        reviewPath = new URL(JSON.parse(body).webhooks[0].clientConfig.url).pathname;
      });
    serve(lists, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reviewPath: () => reviewPath,
    close: () => closed(server),
  };
}

function serve(lists: Map<string, KubeObject[]>, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const items = lists.get(pathname) ?? [];
  response.setHeader('content-type', 'application/json');
  if (searchParams.get('watch')) watch(items, searchParams, response);
  else if (request.method !== 'GET') response.writeHead(201).end('{}');
  else if (/\/(secrets|leases|mutatingwebhookconfigurations)\//.test(pathname))
    response.writeHead(404).end(JSON.stringify({ kind: 'Status', code: 404, reason: 'NotFound' }));
  else response.end(JSON.stringify(pageOf(items, searchParams)));
}

/** A watch without changes, which first sends the current objects if asked to. */
function watch(items: readonly KubeObject[], query: URLSearchParams, response: ServerResponse): void {
  response.flushHeaders();
  if (query.get('sendInitialEvents') !== 'true') return;
  for (const object of items) response.write(`${JSON.stringify({ type: 'ADDED', object })}\n`);
  const annotations = { 'k8s.io/initial-events-end': 'true' };
  const metadata = { resourceVersion: '1', annotations };
  response.write(`${JSON.stringify({ type: 'BOOKMARK', object: { metadata } })}\n`);
}

/** A paged list, as an API server returns it. */
function pageOf(items: readonly KubeObject[], query: URLSearchParams) {
  const start = Number(query.get('continue') ?? 0);
  const end = start + Number(query.get('limit') ?? items.length);
  const metadata = { resourceVersion: '1', ...(end < items.length && { continue: String(end) }) };
  return { kind: 'List', apiVersion: 'v1', metadata, items: items.slice(start, end) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function each<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function metadata(kind: string, index: number, suffix = '') {
  const name = `web-${index}${suffix}`;
  const labels = { app: `web-${index}`, 'app.kubernetes.io/managed-by': 'helm', tier: 'backend' };
  return {
    name,
    namespace: `team-${index % NAMESPACES}`,
    uid: `${kind}-${name}`,
    resourceVersion: '1',
    creationTimestamp: CREATED,
    labels,
  };
}

function ownedBy(kind: string, name: string) {
  return { apiVersion: 'apps/v1', kind, name, uid: `${kind}-${name}`, controller: true };
}

function vpaOf(index: number): VerticalPodAutoscaler {
  return {
    apiVersion: apiVersionOf(API_RESOURCES.vpas),
    kind: API_RESOURCES.vpas.kind,
    metadata: metadata('VerticalPodAutoscaler', index),
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: `web-${index}` },
      updatePolicy: { updateMode: 'Recreate' },
      resourcePolicy: { containerPolicies: [{ containerName: '*', minAllowed: { cpu: '50m' } }] },
    },
    status: {
      recommendation: {
        containerRecommendations: [
          { containerName: 'app', target: TARGET, lowerBound: TARGET, upperBound: TARGET },
        ],
      },
    },
  };
}

function deploymentOf(index: number): Workload {
  const meta = metadata('Deployment', index);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: meta,
    spec: { replicas: 5, selector: { matchLabels: { app: meta.labels.app } } },
  };
}

function replicaSetOf(index: number): Workload {
  const meta = metadata('ReplicaSet', index, `-${HASH}`);
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { ...meta, ownerReferences: [ownedBy('Deployment', `web-${index}`)] },
    spec: { replicas: 5, selector: { matchLabels: { app: meta.labels.app } } },
  };
}

/** A pod as stored by the API server, with defaults, some environment and a volume. */
export function podOf(index: number, suffix: string): Pod {
  const meta = metadata('Pod', index, `-${HASH}-${suffix}`);
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...meta,
      labels: { ...meta.labels, 'pod-template-hash': HASH },
      ownerReferences: [ownedBy('ReplicaSet', `web-${index}-${HASH}`)],
    },
    spec: {
      containers: [
        {
          name: 'app',
          image: 'registry.example.com/team/web:1.2.3',
          env: each(10, (n) => ({ name: `SETTING_${n}`, value: `value of setting ${n}` })),
          resources: {
            limits: { cpu: '200m', memory: '200Mi' },
            requests: { cpu: '100m', memory: '100Mi' },
          },
          volumeMounts: [{ name: 'token', mountPath: '/var/run/secrets', readOnly: true }],
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
          imagePullPolicy: 'Always',
        },
      ],
      volumes: [{ name: 'token', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }],
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      securityContext: {},
      schedulerName: 'default-scheduler',
      priority: 0,
      enableServiceLinks: true,
      preemptionPolicy: 'PreemptLowerPriority',
    },
    status: { phase: 'Running' },
  };
  return pod as Pod;
}

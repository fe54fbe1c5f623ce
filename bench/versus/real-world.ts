import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Declared } from '@/sandbox/scenarios/scenario';
import { makeCertificates } from '@/server/admission/serving/certificates';
import type { KubeClient } from '@/server/kube/client';
import { wallClock } from '@/server/lib/time/clock';
import { fewAtATime } from '@/server/lib/time/few-at-a-time';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeObject, Node, Pod } from '@/server/objects/types';
import { ControlPlane } from '@/tests/real/control-plane';
import { programs } from '@/tests/real/programs';
import { minorOf } from '@/tests/real/versions';
import { clientFor } from './contender';
import { population } from './population';
import type { Requests, World } from './world';

/** Every request, without bodies. */
const AUDIT_POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [{ level: 'Metadata' }],
};
/** Pods are made here as ready as they are looked at: nothing places, starts or replaces them. */
const CONTROLLERS = ['clusterrole-aggregation-controller'];
const WITHOUT_PLUGINS = '--disable-admission-plugins=ServiceAccount,TaintNodesByCondition';
const AT_ONCE = 24;
const AGE_MS = 3_600_000;
const METRICS = 'metrics.k8s.io';
const METRICS_PATH = `/apis/${METRICS}/v1beta1`;

interface Deployment extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly selector: object;
    readonly template: { readonly metadata: object; readonly spec: Pod['spec'] };
  };
}

type Its = { name: string; namespace?: string };

function wholeSecond(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z/, 'Z');
}

function ownedBy(apiVersion: string, kind: string, { metadata: { name, uid = '' } }: KubeObject) {
  return [{ apiVersion, kind, name, uid, controller: true }];
}

/** What the controllers of a cluster and its kubelets make of a Deployment. */
async function deployed(client: KubeClient, deployment: Deployment, index: number, nodes: number) {
  const { name, namespace } = deployment.metadata as Its;
  const { replicas = 1, selector, template } = deployment.spec;
  const set = await client.request<KubeObject>('POST', pathOf(API_RESOURCES.replicaSets, namespace), {
    body: {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        name: `${name}-1`,
        namespace,
        ownerReferences: ownedBy('apps/v1', 'Deployment', deployment),
      },
      spec: { replicas, selector, template },
    },
  });
  const startedAt = wholeSecond(Date.now() - AGE_MS);
  for (let pod = 0; pod < replicas; pod++) {
    const podName = `${name}-1-${pod}`;
    await client.request('POST', pathOf(API_RESOURCES.pods, namespace), {
      body: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          ...template.metadata,
          name: podName,
          namespace,
          ownerReferences: ownedBy('apps/v1', 'ReplicaSet', set),
        },
        spec: { ...template.spec, nodeName: `node-${3 + ((index * 2 + pod) % nodes)}` },
      },
    });
    await client.request('PATCH', `${pathOf(API_RESOURCES.pods, namespace, podName)}/status`, {
      contentType: 'application/merge-patch+json',
      body: {
        status: {
          phase: 'Running',
          startTime: startedAt,
          conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
            type,
            status: 'True',
            lastTransitionTime: startedAt,
          })),
          containerStatuses: template.spec.containers.map(({ name: container, image, resources }) => ({
            name: container,
            image,
            imageID: 'sha256:0',
            containerID: `containerd://${podName}`,
            ready: true,
            started: true,
            restartCount: 0,
            resources,
            state: { running: { startedAt } },
          })),
        },
      },
    });
  }
}

/** A node without a kubelet. */
async function makeNode(client: KubeClient, node: Node): Promise<void> {
  await client.request('POST', pathOf(API_RESOURCES.nodes), { body: node });
  await client.request('PATCH', `${pathOf(API_RESOURCES.nodes, undefined, node.metadata.name)}/status`, {
    contentType: 'application/merge-patch+json',
    body: { status: node.status },
  });
}

/** So that the first side that is measured finds what all others find: statuses of another, whose bounds no pod leaves. */
const FORMER = {
  recommendation: {
    containerRecommendations: [
      {
        containerName: 'app',
        target: { cpu: '10m', memory: '10Mi' },
        lowerBound: { cpu: '1m', memory: '1Mi' },
        upperBound: { cpu: '100', memory: '100Gi' },
      },
    ],
  },
};

async function populate(client: KubeClient): Promise<void> {
  const all = population();
  const of = (resource: string) =>
    all.filter((one) => one.resource === resource).map(({ object }: Declared) => object);
  const nodes = of('nodes') as Node[];
  const some = { atOnce: AT_ONCE };
  await fewAtATime(nodes, (node) => makeNode(client, node), some);
  await fewAtATime(
    of('namespaces'),
    (body) => client.request('POST', pathOf(API_RESOURCES.namespaces), { body }),
    some,
  );
  const deployments = [...of('deployments.apps').entries()];
  await fewAtATime(
    deployments,
    async ([index, body]) => {
      const path = pathOf(API_RESOURCES.deployments, body.metadata.namespace);
      await deployed(client, await client.request<Deployment>('POST', path, { body }), index, nodes.length);
    },
    some,
  );
  await fewAtATime(
    of('verticalpodautoscalers.autoscaling.k8s.io'),
    async (body) => {
      const path = pathOf(API_RESOURCES.vpas, body.metadata.namespace);
      await client.request('POST', path, { body });
      await client.request('PATCH', `${path}/${body.metadata.name}/status`, {
        contentType: 'application/merge-patch+json',
        body: { status: FORMER },
      });
    },
    some,
  );
}

/** What each pod uses, told anew with each question as if it were measured now. */
function usageOf(pods: readonly Its[], inNamespace: string | undefined): string {
  const timestamp = wholeSecond(Date.now());
  const minute = Math.floor(Date.now() / 60_000);
  const items = pods.flatMap(({ name, namespace }, index) => {
    if (inNamespace !== undefined && namespace !== inNamespace) return [];
    const cpu = `${20 + (index % 370) + (minute % 7)}m`;
    const memory = `${60 + (index % 530) + (minute % 11)}Mi`;
    return [
      {
        metadata: { name, namespace },
        timestamp,
        window: '15s',
        containers: [{ name: 'app', usage: { cpu, memory } }],
      },
    ];
  });
  return JSON.stringify({ kind: 'PodMetricsList', apiVersion: `${METRICS}/v1beta1`, metadata: {}, items });
}

const RESOURCES = JSON.stringify({
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: `${METRICS}/v1beta1`,
  resources: [
    { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
  ],
});

/** In the place of metrics-server: an API behind the API server, as that is. */
async function serveMetrics(client: KubeClient, pods: readonly Its[]): Promise<Server> {
  const { certPem, keyPem } = await makeCertificates(['localhost'], wallClock.now());
  const server = createServer({ cert: certPem, key: keyPem }, ({ url = '' }, response) => {
    const { pathname } = new URL(url, 'https://localhost');
    const inNamespace = /\/namespaces\/([^/]+)\/pods$/.exec(pathname)?.[1];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(pathname.endsWith('/pods') ? usageOf(pods, inNamespace) : RESOURCES);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const its = { name: 'metrics', namespace: 'kube-system' };
  await client.request('POST', `/api/v1/namespaces/${its.namespace}/services`, {
    body: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: its,
      spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] },
    },
  });
  await client.request('POST', '/apis/apiregistration.k8s.io/v1/apiservices', {
    body: {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: `v1beta1.${METRICS}` },
      spec: {
        group: METRICS,
        version: 'v1beta1',
        groupPriorityMinimum: 100,
        versionPriority: 100,
        insecureSkipTLSVerify: true,
        service: { ...its, port },
      },
    },
  });
  while ((await client.request('GET', `${METRICS_PATH}/pods`).catch(() => undefined)) === undefined)
    await wallClock.sleep(250);
  return server;
}

/** The kind of object that a request is about. */
const KIND = /\/(?:v\d\w*)\/(?:namespaces\/[^/?]+\/)?([^/?]+)/;

/** Counts what the audit log tells of; a watch once, when it begins. */
function countIn(log: string, agents: RegExp): Requests {
  const byWhat: Record<string, number> = {};
  for (const line of log.split('\n').slice(0, -1)) {
    const { userAgent = '', stage, verb, requestURI } = JSON.parse(line) as Record<string, string>;
    if (!agents.test(userAgent) || stage !== (verb === 'watch' ? 'ResponseStarted' : 'ResponseComplete'))
      continue;
    const what = `${verb} ${KIND.exec(requestURI ?? '')?.[1] ?? requestURI}`;
    byWhat[what] = (byWhat[what] ?? 0) + 1;
  }
  return byWhat;
}

/** A real API server of a version, with the product's manifests applied, whose pods no kubelet runs. */
export async function realWorld(version: string): Promise<World> {
  const built = await programs(minorOf(version), console.error);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
  const plane = await ControlPlane.start(built, {
    folder,
    hollowNodes: 0,
    auditPolicy: AUDIT_POLICY,
    controllers: CONTROLLERS,
    apiServerFlags: [WITHOUT_PLUGINS],
  });
  const { kubeconfig } = plane;
  execFileSync(
    built.kube,
    ['kubectl', '--kubeconfig', kubeconfig, 'apply', '--server-side', '-k', 'deploy/one-pod'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const client = clientFor(kubeconfig);
  await populate(client);
  const { items } = await client.request<{ items: Pod[] }>('GET', pathOf(API_RESOURCES.pods));
  const metrics = await serveMetrics(
    client,
    items.map(({ metadata }) => metadata),
  );
  await client.close();
  return {
    kubeconfig,
    runsContainers: false,
    requestsOf: (agents) => countIn(plane.auditLog(), agents),
    stop: async () => {
      await plane.stop();
      metrics.closeAllConnections();
      metrics.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

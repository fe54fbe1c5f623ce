import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MetricSpec } from '@/server/objects/types';
import { ApiBetween } from '../support/api-between';
import { type Scaling, ScalingCluster } from '../support/scaling';

let cluster: ScalingCluster;
let between: ApiBetween;
let asked: string[];

beforeEach(async () => {
  cluster = await ScalingCluster.start();
  between = await ApiBetween.start(cluster.sandbox.server, cluster.folder);
  asked = [];
});

afterEach(async () => {
  await cluster.close();
  await between.close();
});

const group = (name: string, version: string) => ({
  kind: 'APIGroup',
  name,
  versions: [{ groupVersion: `${name}/${version}`, version }],
  preferredVersion: { groupVersion: `${name}/${version}`, version },
});

/** Adapters that serve custom and external metrics; `answers` are by the part of the path they end with. */
function adapters(answers: Record<string, unknown>): void {
  between.instead = (_, url) => {
    if (!/^\/apis\/(custom|external)\.metrics/.test(url)) return undefined;
    const path = decodeURIComponent(url);
    asked.push(path);
    if (path === '/apis/custom.metrics.k8s.io') return { body: group('custom.metrics.k8s.io', 'v1beta2') };
    if (path === '/apis/external.metrics.k8s.io')
      return { body: group('external.metrics.k8s.io', 'v1beta1') };
    const found = Object.entries(answers).find(([end]) => path.split('?')[0]?.endsWith(end));
    return found
      ? { body: { kind: 'MetricValueList', items: found[1] } }
      : { status: 404, body: { kind: 'Status', status: 'Failure', message: 'no such metric', code: 404 } };
  };
}

const PODS: MetricSpec = {
  type: 'Pods',
  pods: {
    metric: { name: 'requests', selector: { matchLabels: { verb: 'GET' } } },
    target: { type: 'AverageValue', averageValue: '10' },
  },
};
const OBJECT: MetricSpec = {
  type: 'Object',
  object: {
    describedObject: { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', name: 'main' },
    metric: { name: 'hits' },
    target: { type: 'Value', value: '100' },
  },
};
const EXTERNAL: MetricSpec = {
  type: 'External',
  external: {
    metric: { name: 'queue', selector: { matchLabels: { topic: 'jobs' } } },
    target: { type: 'AverageValue', averageValue: '30' },
  },
};

async function evaluated(metrics: MetricSpec[], settings = {}): Promise<Scaling> {
  await cluster.workload('web', '20m');
  await cluster.hpa('web', { metrics });
  const scaling = await cluster.scaling({ kubeconfig: between.kubeconfigPath, ...settings });
  await scaling.sync(cluster);
  return scaling;
}

describe('metrics of adapters', () => {
  it('asks for Pods metrics by the selector of the target', async () => {
    const values = () =>
      cluster.pods('web').map(({ metadata: { name } }) => ({
        describedObject: { kind: 'Pod', name, namespace: 'shop' },
        timestamp: new Date(cluster.clock.now()).toISOString(),
        windowSeconds: 60,
        value: '20',
      }));
    await cluster.workload('web', '20m');
    adapters({ '/pods/*/requests': values() });
    await cluster.hpa('web', { metrics: [PODS] });
    const scaling = await cluster.scaling({ kubeconfig: between.kubeconfigPath });
    await scaling.sync(cluster);
    expect(asked).toContain(
      '/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/pods/*/requests?labelSelector=app=web&metricLabelSelector=verb=GET',
    );
    expect(scaling.detail('web')?.metrics).toMatchObject([
      { current: '20', target: '10 a pod', proposed: 4 },
    ]);
  });

  it('asks for Object metrics by the resource of the object', async () => {
    adapters({ '/networkpolicies.networking.k8s.io/main/hits': [{ value: '250' }] });
    const scaling = await evaluated([OBJECT]);
    expect(asked).toContain(
      '/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/networkpolicies.networking.k8s.io/main/hits',
    );
    expect(scaling.detail('web')?.metrics).toMatchObject([{ current: '250', target: '100', proposed: 5 }]);
  });

  it('asks for External metrics and adds up their series', async () => {
    adapters({ '/namespaces/shop/queue': [{ value: '100' }, { value: '80500m' }] });
    const scaling = await evaluated([EXTERNAL]);
    expect(asked).toContain(
      '/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue?labelSelector=topic=jobs',
    );
    expect(scaling.detail('web')?.metrics).toMatchObject([{ target: '30 a pod', proposed: 7 }]);
  });

  it('says which metric is missing, and lets the others raise the replicas, not lower them', async () => {
    adapters({ '/namespaces/shop/queue': [{ value: '200' }] });
    const scaling = await evaluated([PODS, EXTERNAL]);
    expect(scaling.detail('web')).toMatchObject({ state: 'scaling', desired: 4 });
    expect(scaling.detail('web')?.metrics[0]?.failure).toContain(
      'unable to get metric requests: unable to fetch metrics from custom metrics API: ',
    );
    adapters({ '/namespaces/shop/queue': [{ value: '1' }] });
    await scaling.sync(cluster);
    expect(scaling.detail('web')).toMatchObject({ state: 'failing', held: 'metrics-failed' });
  });

  it.each([
    ['no number', [{ value: 'many' }]],
    ['no items', null],
    ['an item that is none', [null]],
    ['no series', []],
  ])('takes nothing from an answer with %s', async (_, items) => {
    adapters({ '/namespaces/shop/queue': items });
    const scaling = await evaluated([EXTERNAL]);
    expect(scaling.detail('web')).toMatchObject({ state: 'failing', held: 'metrics-failed' });
    expect(scaling.problems()).toEqual([]);
  });

  it('says that there is no adapter', async () => {
    const scaling = await evaluated([EXTERNAL]);
    expect(scaling.detail('web')?.why).toContain(
      'no external metrics API (external.metrics.k8s.io) registered',
    );
  });
});

describe('metrics by Prometheus queries', () => {
  let prometheus: Server;
  let queries: string[];
  let warnings: string[];

  beforeEach(async () => {
    queries = [];
    warnings = [];
    prometheus = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        queries.push(new URLSearchParams(body).get('query') ?? '');
        const result = cluster.pods('web').map(({ metadata: { name } }) => ({
          metric: { pod: name },
          value: [cluster.clock.now() / 1000, '12.5'],
        }));
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result }, warnings }));
      });
    });
    await new Promise<void>((resolve) => prometheus.listen(0, '127.0.0.1', resolve));
  });

  afterEach(() => {
    prometheus.closeAllConnections();
    prometheus.close();
  });

  const asking = () => ({
    prometheusAddress: `http://127.0.0.1:${(prometheus.address() as AddressInfo).port}`,
    hpaQueries: {
      requests: 'sum by (pod) (rate(http_requests_total{namespace="$namespace"}[2m]))',
      queue: 'queue{namespace="$namespace"}',
    },
  });

  it('reads Pods metrics by the label pod, and the sum of all results for External ones', async () => {
    const scaling = await evaluated([PODS, EXTERNAL], asking());
    expect(queries).toEqual([
      'sum by (pod) (rate(http_requests_total{namespace="shop"}[2m]))',
      'queue{namespace="shop"}',
    ]);
    expect(scaling.detail('web')?.metrics).toMatchObject([
      { current: '12.5', target: '10 a pod', proposed: 3 },
      { current: '12.5', target: '30 a pod', proposed: 1 },
    ]);
  });

  it('does not scale by part of an answer', async () => {
    warnings = ['store b is away'];
    const scaling = await evaluated([EXTERNAL], asking());
    expect(scaling.detail('web')?.why).toContain('it answers in part: store b is away');
  });

  it('says why Prometheus does not answer', async () => {
    const scaling = await evaluated([EXTERNAL], {
      ...asking(),
      prometheusAddress: 'http://127.0.0.1:9',
    });
    expect(scaling.detail('web')?.why).toContain('unable to fetch metrics from Prometheus: ');
  });
});

import { describe, expect, it } from 'vitest';
import { cadvisorText } from '@/sandbox/metrics/cadvisor';
import { exposition, labelName, labelText } from '@/sandbox/metrics/exposition';
import { kubeStateText } from '@/sandbox/metrics/kube-state';
import { type NodeMetrics, nodeMetricsResource, podMetricsResource } from '@/sandbox/metrics/pod-metrics';
import { deployment } from '@/sandbox/scenarios/build';
import type { Pod, PodMetrics } from '@/server/objects/types';
import { simulate } from '../../tests/support/simulated-cluster';

async function measured() {
  const cluster = await simulate({ nodeCount: 1 });
  cluster.registry.addVirtual(podMetricsResource(cluster.registry, cluster.clock, cluster.plane.kubelets));
  cluster.registry.addVirtual(nodeMetricsResource(cluster.registry, cluster.clock, cluster.plane.kubelets));
  await cluster.create(
    deployment({
      name: 'web',
      namespace: 'shop',
      containers: [
        {
          requests: '100m/100Mi',
          limits: '300m/200Mi',
          does: { kind: 'throttled', cpu: '2', memory: '100Mi' },
        },
        { name: 'proxy', does: { kind: 'sidecar', cpu: '20m', memory: '30Mi' } },
      ],
    }),
  );
  return cluster;
}

const metricsOf = (cluster: Awaited<ReturnType<typeof measured>>) => [
  ...cluster.registry.list<PodMetrics>('pods.metrics.k8s.io', 'shop'),
];

describe('the metrics API', () => {
  it('has a pod once all its containers have been measured for a whole window', async () => {
    const cluster = await measured();
    await cluster.pass(5);
    expect(metricsOf(cluster)).toEqual([]);
    await cluster.pass(40);
    const [metrics] = metricsOf(cluster);
    expect(metrics).toMatchObject({
      kind: 'PodMetrics',
      apiVersion: 'metrics.k8s.io/v1beta1',
      metadata: { namespace: 'shop', labels: { app: 'web' } },
      timestamp: '2026-03-02T00:00:45Z',
      window: '15s',
    });
    expect(metrics?.containers.map((container) => container.name)).toEqual(['app', 'proxy']);
    expect(metrics?.containers[0]?.usage.cpu).toBe('300000000n');
    expect(metrics?.containers[0]?.usage.memory).toMatch(/^\d+Ki$/);
  });

  it('answers the same within one window and with a later time in the next', async () => {
    const cluster = await measured();
    await cluster.pass(46);
    const before = metricsOf(cluster);
    await cluster.pass(10);
    expect(metricsOf(cluster)).toEqual(before);
    await cluster.pass(10);
    expect(metricsOf(cluster)[0]?.timestamp).toBe('2026-03-02T00:01:00Z');
  });

  it('counts a node’s own processes and all its pods', async () => {
    const cluster = await measured();
    await cluster.pass(60);
    const [node] = [...cluster.registry.list<NodeMetrics>('nodes.metrics.k8s.io')];
    expect(node?.metadata.name).toBe('node-0');
    expect(Number.parseInt(node?.usage.cpu ?? '', 10)).toBeGreaterThan(380e6);
    expect(Number.parseInt(node?.usage.cpu ?? '', 10)).toBeLessThan(420e6);
  });
});

describe('the text for Prometheus', () => {
  it('counts CPU seconds up and shows the working set of every running container', async () => {
    const cluster = await measured();
    await cluster.pass(62);
    const secondsOf = () => {
      const text = cadvisorText(cluster.plane.kubelets, cluster.clock);
      const line = text
        .split('\n')
        .find((each) => each.startsWith('container_cpu_usage_seconds_total{container="app"'));
      return Number(line?.split(' ').at(-1));
    };
    const before = secondsOf();
    await cluster.pass(60);
    expect(secondsOf() - before).toBeCloseTo(60 * 0.3, 5);
    const text = cadvisorText(cluster.plane.kubelets, cluster.clock);
    expect(text).toMatch(
      /^container_memory_working_set_bytes\{container="proxy",.*namespace="shop",pod="web-.*"\} \d+$/m,
    );
  });

  it('includes labels, requests and restarts of pods', async () => {
    const cluster = await measured();
    await cluster.pass(5);
    const [pod] = cluster.list<Pod>('pods');
    const text = kubeStateText(cluster.registry);
    const identity = `namespace="shop",pod="${pod?.metadata.name}",uid="${pod?.metadata.uid}"`;
    expect(text).toContain(`kube_pod_labels{${identity},label_app="web"`);
    expect(text).toContain(
      `kube_pod_container_resource_requests{${identity},container="app",node="node-0",resource="cpu",unit="core"} 0.1`,
    );
    expect(text).toContain(`kube_pod_container_status_restarts_total{${identity},container="app"} 0`);
    expect(text).toContain(`kube_pod_status_phase{${identity},phase="Running"} 1`);
  });

  it('writes the families that are asked for, and looks up no others', () => {
    const families = ['one', 'two'].map((name) => ({
      name,
      type: 'gauge' as const,
      help: 'Help.',
      series: () => {
        if (name === 'two') throw new Error('nobody asked');
        return [['a="b"', 1] as const];
      },
    }));
    expect(exposition(families, ['one', 'three'])).toBe('# HELP one Help.\n# TYPE one gauge\none{a="b"} 1\n');
    expect(() => exposition(families)).toThrow('nobody asked');
  });

  it('has the labels of a metric in place of those of the container, and of its restart', async () => {
    const cluster = await simulate({ nodeCount: 1 });
    await cluster.create(
      deployment({
        name: 'heap',
        namespace: 'shop',
        containers: [
          {
            limits: '1/300Mi',
            does: { kind: 'jvm', cpu: '100m', startCpu: '1', memory: '400Mi', startSeconds: 5 },
          },
        ],
      }),
    );
    await cluster.pass(62);
    const text = () => cadvisorText(cluster.plane.kubelets, cluster.clock);
    expect(text()).toMatch(/^jvm_memory_committed_bytes\{container="app",id="all",[^}]*,area="heap"\} \d+/m);
    const restarts = () => /^container_threads\{[^}]*name="[^"]*_(\d+)"/m.exec(text())?.[1];
    expect(restarts()).toBe('0');
    for (let passed = 0; passed < 60 && restarts() !== '1'; passed++) await cluster.pass(15);
    expect(restarts()).toBe('1');
    expect(text()).toMatch(/^container_network_receive_bytes_total\{id="[^"]*",image="pause",/m);
  });

  it('escapes what labels may hold', () => {
    expect(labelText({ a: 'x"y\\z\n', b: 'c' })).toBe('a="x\\"y\\\\z\\n",b="c"');
    expect(labelName('app.kubernetes.io/name')).toBe('label_app_kubernetes_io_name');
  });
});

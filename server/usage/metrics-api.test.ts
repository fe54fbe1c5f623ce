import { describe, expect, it } from 'vitest';
import { ManualClock } from '@/server/clock';
import { KubeError } from '@/server/kube/client';
import type { KubeErrorKind } from '@/server/kube/errors';
import type { PodMetrics } from '@/server/kube/types';
import { silentLogger } from '@/server/log';
import { ProblemBoard } from '@/server/problems';
import { MetricsApiSource, samplesOf } from './metrics-api';

const METRICS: PodMetrics = {
  apiVersion: 'metrics.k8s.io/v1beta1',
  kind: 'PodMetrics',
  metadata: { namespace: 'shop', name: 'web-1' },
  timestamp: '2026-08-01T12:00:00Z',
  window: '15s',
  containers: [
    { name: 'app', usage: { cpu: '12345678n', memory: '123456Ki' } },
    { name: 'side', usage: { cpu: '0', memory: '5e6' } },
  ],
};

describe('the samples in the metrics of a pod', () => {
  it('are whole millicores and bytes, rounded up, at the start of their window', () => {
    const atMs = Date.parse('2026-08-01T12:00:00Z');
    expect([...samplesOf(METRICS)]).toEqual([
      {
        namespace: 'shop',
        pod: 'web-1',
        container: 'app',
        atMs,
        cpuMillicores: 13,
        memoryBytes: 126_418_944,
      },
      { namespace: 'shop', pod: 'web-1', container: 'side', atMs, cpuMillicores: 0, memoryBytes: 5_000_000 },
    ]);
  });

  it.each([
    ['an amount that is none', { cpu: 'lots', memory: '1Mi' }, [Number.NaN, 1_048_576]],
    ['a negative amount', { cpu: '-5m', memory: '1Mi' }, [-5, 1_048_576]],
    ['no memory at all', { cpu: '5m' }, [5, undefined]],
  ])('keep %s for the model to judge', (_, usage, expected) => {
    const [sample] = samplesOf({
      ...METRICS,
      containers: [{ name: 'app', usage: usage as Record<string, string> }],
    });
    expect([sample?.cpuMillicores, sample?.memoryBytes]).toEqual(expected);
  });
});

describe('the metrics API', () => {
  function source(answer: () => unknown) {
    const problems = new ProblemBoard(new ManualClock(0), silentLogger).by('test');
    const paths: string[] = [];
    const client = {
      request: async <T>(_method: string, path: string): Promise<T> => {
        paths.push(path);
        const result = answer();
        if (result instanceof Error) throw result;
        return result as T;
      },
    };
    return { client, problems, paths };
  }

  it.each<[KubeErrorKind, string, string]>([
    ['not-found', 'not-installed', 'metrics-not-installed'],
    ['forbidden', 'forbidden', 'access-forbidden'],
    ['server', 'unavailable', 'metrics-unavailable'],
    ['timeout', 'unavailable', 'metrics-unavailable'],
  ])('that answers %s is %s, which is said as %s until it serves', async (kind, answer, code) => {
    let broken = true;
    const { client, problems } = source(() =>
      broken ? new KubeError('no', { kind, status: 0, reason: '' }) : { items: [METRICS] },
    );
    const api = new MetricsApiSource(client, problems);
    expect(await api.fetch()).toEqual({ kind: answer });
    expect(problems.list().map((one) => [one.code, one.about])).toEqual([[code, 'metrics.k8s.io']]);
    broken = false;
    expect(await api.fetch()).toEqual({ kind: 'samples', pods: [METRICS] });
    expect(problems.list()).toEqual([]);
  });

  it.each<KubeErrorKind>(['unreachable', 'unauthorized'])(
    'that cannot be asked because the cluster is %s leaves it to the connection to say so',
    async (kind) => {
      const { client, problems } = source(() => new KubeError('no', { kind, status: 0, reason: '' }));
      expect(await new MetricsApiSource(client, problems).fetch()).toEqual({ kind: 'unavailable' });
      expect(problems.list()).toEqual([]);
    },
  );

  it('is asked once for every pod, or for one namespace', async () => {
    const { client, problems, paths } = source(() => ({ items: [] }));
    await new MetricsApiSource(client, problems).fetch();
    await new MetricsApiSource(client, problems, 'shop').fetch();
    expect(paths).toEqual([
      '/apis/metrics.k8s.io/v1beta1/pods',
      '/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods',
    ]);
  });
});

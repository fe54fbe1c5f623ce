import { describe, expect, it } from 'vitest';
import { KubeError } from '@/server/kube/client';
import type { KubeErrorKind } from '@/server/kube/errors';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { PodMetrics } from '@/server/objects/types';
import { MetricsApi, samplesOf } from './metrics-api';
import type { UsageSample } from './source';

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
  it('are whole millicores and bytes, rounded up, dated by the start of their window', () => {
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
  ])('pass %s on for the model to reject', (_, usage, expected) => {
    const [sample] = samplesOf({
      ...METRICS,
      containers: [{ name: 'app', usage: usage as Record<string, string> }],
    });
    expect([sample?.cpuMillicores, sample?.memoryBytes]).toEqual(expected);
  });
});

describe('the metrics API', () => {
  function source(answer: () => unknown) {
    const wallClock = new ManualClock(0);
    const problems = new ProblemBoard(wallClock, silentLogger).by('test');
    const paths: string[] = [];
    const client = {
      stream: async (path: string): Promise<AsyncIterable<Uint8Array>> => {
        paths.push(path);
        const result = answer();
        if (result instanceof Error) throw result;
        return (async function* () {
          yield Buffer.from(typeof result === 'string' ? result : JSON.stringify(result));
        })();
      },
    };
    const samples: UsageSample[] = [];
    const unreadable: string[] = [];
    const taker = {
      sample: (sample: UsageSample) => samples.push(sample),
      unreadable: ({ about }: { about: string }) => unreadable.push(about),
    };
    const api = new MetricsApi({ client, problems, wallClock });
    const fetch = (namespaces?: string[]) => api.fetch({ namespaces, sinceMs: 0 }, taker);
    return { fetch, problems, paths, samples, unreadable };
  }

  it.each<[KubeErrorKind, string, string]>([
    ['not-found', 'not-installed', 'metrics-not-installed'],
    ['forbidden', 'forbidden', 'access-forbidden'],
    ['server', 'unavailable', 'metrics-unavailable'],
    ['timeout', 'unavailable', 'metrics-unavailable'],
  ])('that answers %s is %s, reported as %s until it serves', async (kind, answer, code) => {
    let broken = true;
    const { fetch, problems, samples } = source(() =>
      broken ? new KubeError('no', { kind, status: 0, reason: '' }) : { items: [METRICS] },
    );
    expect(await fetch()).toBe(answer);
    expect(problems.list().map((one) => [one.code, one.about])).toEqual([[code, 'metrics.k8s.io']]);
    broken = false;
    expect(await fetch()).toBe('samples');
    expect(samples).toEqual([...samplesOf(METRICS)]);
    expect(problems.list()).toEqual([]);
  });

  it.each<KubeErrorKind>(['unreachable', 'unauthorized'])(
    'that cannot be asked because the cluster is %s leaves the report to the connection',
    async (kind) => {
      const { fetch, problems } = source(() => new KubeError('no', { kind, status: 0, reason: '' }));
      expect(await fetch()).toBe('unavailable');
      expect(problems.list()).toEqual([]);
    },
  );

  it('that breaks off in the middle yields what came and is unavailable', async () => {
    const { fetch, problems, samples } = source(() => `{"items":[${JSON.stringify(METRICS)},{"meta`);
    expect(await fetch()).toBe('unavailable');
    expect(samples).toHaveLength(2);
    expect(problems.list().map((one) => one.code)).toEqual(['metrics-unavailable']);
  });

  it('yields the pods it can read and names the others', async () => {
    const bad = { ...METRICS, metadata: { namespace: 'shop', name: 'bad' }, containers: 7 };
    const { fetch, samples, unreadable } = source(() => ({ items: [bad, null, METRICS] }));
    expect(await fetch()).toBe('samples');
    expect(samples).toHaveLength(2);
    expect(unreadable).toEqual(['PodMetrics shop/bad', 'PodMetrics undefined']);
  });

  it.each([
    [undefined, 'its timestamp is missing'],
    ['yesterday', 'its timestamp "yesterday" is no time'],
  ])('that gives no pod a time but %s is unavailable, and says so', async (timestamp, why) => {
    const { fetch, samples, problems } = source(() => ({ items: [{ ...METRICS, timestamp }] }));
    expect(await fetch()).toBe('unavailable');
    expect(samples).toEqual([]);
    const [problem] = problems.list();
    expect(problem?.code).toBe('metrics-unavailable');
    expect(problem?.message).toContain(`PodMetrics shop/web-1: ${why}`);
  });

  it('is asked once for all pods, or once per namespace for some', async () => {
    const { fetch, paths } = source(() => ({ items: [] }));
    await fetch();
    await fetch(['bank', 'shop']);
    expect(paths).toEqual([
      '/apis/metrics.k8s.io/v1beta1/pods',
      '/apis/metrics.k8s.io/v1beta1/namespaces/bank/pods',
      '/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods',
    ]);
  });
});

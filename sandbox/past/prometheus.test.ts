import { describe, expect, it } from 'vitest';
import { pastContainers } from '@/sandbox/past/past-pods';
import { PastPrometheus } from '@/sandbox/past/prometheus';
import { seriesSelectorFrom, termsOf, UnknownQueryError } from '@/sandbox/past/selector';
import { defaultConfig } from '@/server/config';
import { OTHER_SIGNALS } from '@/server/model/other-signals';
import type { KubeObject } from '@/server/objects/types';
import { Queries } from '@/server/usage/prometheus/queries';

const HOUR_MS = 3_600_000;
const T0 = Date.UTC(2026, 7, 9);
const SPAN = { fromMs: T0 - 192 * HOUR_MS, toMs: T0 };

function deployment(name: string, workload: object, limit?: string): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace: 'shop', name },
    spec: {
      replicas: 2,
      template: {
        metadata: {
          labels: { app: name },
          annotations: { 'sandbox.plumbline.dev/workload': JSON.stringify(workload) },
        },
        spec: { containers: [{ name: 'app', ...(limit && { resources: { limits: { memory: limit } } }) }] },
      },
    },
  } as KubeObject;
}

const containers = pastContainers(
  [
    deployment('web', { kind: 'steady', cpu: '200m', memory: '100Mi' }),
    deployment('leak', { kind: 'growing', cpu: '10m', memory: '50Mi', growthPerHour: '20Mi' }, '200Mi'),
  ],
  { seed: 1, traces: [], beganMs: SPAN.fromMs, nodeBytes: 4 * 1024 ** 3 },
);
const prometheus = new PastPrometheus(containers, SPAN);

async function asked(path: string, params: Record<string, string>) {
  const { status, body } = await prometheus.answer(path, new URLSearchParams(params));
  return { status, data: (body as { data?: unknown }).data };
}

const seconds = (ms: number) => String(ms / 1000);

describe('the past of the embedded cluster', () => {
  it('has no container that used more memory than a node has', () => {
    const hoarder = deployment('hoarder', {
      kind: 'growing',
      cpu: '10m',
      memory: '50Mi',
      growthPerHour: '2Gi',
    });
    const nodeBytes = 4 * 1024 ** 3;
    const [run] = pastContainers([hoarder], { seed: 1, traces: [], beganMs: SPAN.fromMs, nodeBytes });
    const used = Array.from(
      { length: 192 },
      (_, hour) => run?.usageAt(SPAN.fromMs + hour * HOUR_MS).memoryBytes,
    );
    expect(Math.max(...used.map(Number))).toBeLessThanOrEqual(nodeBytes);
    expect(Number(used.at(-1))).toBeGreaterThan(0);
  });

  it('names containers and the labels of their pods', async () => {
    const time = { start: seconds(SPAN.fromMs), end: seconds(SPAN.toMs) };
    const series = await asked('series', {
      ...time,
      'match[]': 'container_memory_working_set_bytes{namespace="shop",container!="",pod=~"web.*"}',
    });
    expect(series.data).toHaveLength(2);
    const labels = await asked('series', { ...time, 'match[]': 'kube_pod_labels{namespace="shop"}' });
    expect(labels.data).toContainEqual({
      __name__: 'kube_pod_labels',
      namespace: 'shop',
      pod: 'web-former-0',
      label_app: 'web',
    });
  });

  it('names the values of a label, and none of a metric that it has not', async () => {
    const time = { start: seconds(SPAN.fromMs), end: seconds(SPAN.toMs) };
    const values = (selector: string) => asked('label/pod/values', { ...time, 'match[]': selector });
    expect((await values('kube_pod_labels{namespace="shop"}')).data).toEqual(
      [...new Set(containers.map(({ pod }) => pod))].sort(),
    );
    expect(await values('{__name__=~"kube_pod_container_status_restarts_total"}')).toEqual({
      status: 200,
      data: [],
    });
  });

  it('tells cores and bytes as the workloads would have used them, up to the start and no further', async () => {
    const grid = { start: seconds(T0 - 24 * HOUR_MS), end: seconds(T0 + 24 * HOUR_MS), step: '3600' };
    const cpu = await asked('query_range', {
      ...grid,
      query:
        'max by (namespace, pod, container) (rate(container_cpu_usage_seconds_total{pod="web-former-0"}[3600s]))',
    });
    const [only, ...others] = (cpu.data as { result: { metric: object; values: [number, string][] }[] })
      .result;
    expect(others).toEqual([]);
    expect(only?.metric).toEqual({ namespace: 'shop', pod: 'web-former-0', container: 'app' });
    expect(only?.values).toHaveLength(24);
    for (const [, cores] of only?.values ?? []) {
      expect(Number(cores)).toBeGreaterThan(0.14);
      expect(Number(cores)).toBeLessThan(0.27);
    }
  });

  it('has killed what leaks again and again, and nothing used more than its limit', async () => {
    const { data } = await asked('query_range', {
      start: seconds(SPAN.fromMs),
      end: seconds(SPAN.toMs),
      step: '3600',
      query: 'max by (pod) (container_memory_working_set_bytes{pod="leak-former-1"})',
    });
    const values =
      (data as { result: { values: [number, string][] }[] }).result[0]?.values.map(([, v]) => Number(v)) ??
      [];
    expect(values).toHaveLength(192);
    expect(Math.max(...values)).toBeLessThanOrEqual(200 * 2 ** 20);
    expect(values.filter((bytes, hour) => bytes < (values[hour - 1] ?? 0) / 2).length).toBeGreaterThan(15);
  });

  it('tells every other signal in the past, and of what runs now', async () => {
    const limited = deployment('limited', { kind: 'throttled', cpu: '500m', memory: '50Mi' });
    const runs = pastContainers([limited], { seed: 1, traces: [], beganMs: SPAN.fromMs, nodeBytes: 2 ** 32 });
    const now = runs.map((run) => ({ ...run, pod: 'limited-now', cpuLimitMillicores: 500 }));
    const both = new PastPrometheus(runs, SPAN, () => now);
    const queries = new Queries(defaultConfig());
    for (const signal of OTHER_SIGNALS.filter(({ name }) => !name.includes('heap'))) {
      const query = queries.signal(signal, { namespaces: ['shop'] }, HOUR_MS);
      const ask = async (path: string, times: Record<string, string>) => {
        const { status, body } = await both.answer(path, new URLSearchParams({ query, ...times }));
        expect(status, signal.name).toBe(200);
        return (
          body as { data: { result: { metric: object; value: [number, string]; values: unknown[] }[] } }
        ).data.result;
      };
      const [live] = await ask('query', { time: seconds(T0 + HOUR_MS) });
      const container = signal.of === 'pod' ? {} : { container: 'app' };
      expect(live?.metric, signal.name).toEqual({ namespace: 'shop', pod: 'limited-now', ...container });
      expect(Number(live?.value[1]), signal.name).toBeGreaterThanOrEqual(0);
      if (signal.name === 'cpu-throttled') continue; // only what has a limit
      const grid = { start: seconds(T0 - 24 * HOUR_MS), end: seconds(T0), step: '3600' };
      expect((await ask('query_range', grid))[0]?.values, signal.name).toHaveLength(24);
    }
  });

  it.each<[string, string, Record<string, string>, number]>([
    ['a path it does not know', 'labels', {}, 404],
    ['a query without a selector', 'query_range', { query: '1', start: '0', end: '1', step: '1' }, 400],
    ['no times', 'query_range', { query: 'a{}' }, 400],
    ['too many points', 'query_range', { query: 'a{}', start: '0', end: '1e9', step: '1' }, 400],
    [
      'a pattern that is none',
      'series',
      { 'match[]': 'a{b=~"("}', start: seconds(T0 - 1), end: seconds(T0) },
      400,
    ],
  ])('refuses %s', async (_, path, params, status) => {
    expect((await asked(path, params)).status).toBe(status);
  });
});

describe('a selector', () => {
  it('reads matchers of every kind, quotes and braces included', () => {
    const { metric, windowMs, by, matches } = seriesSelectorFrom(
      'max by (a, b) (rate(cpu{a="x\\"}y",b!="",c=~"p|q",d!~"r.*"}[90s]))',
    );
    expect([metric, windowMs, by]).toEqual(['cpu', 90_000, ['a', 'b']]);
    expect(matches({ a: 'x"}y', b: '1', c: 'q' })).toBe(true);
    expect(matches({ a: 'x"}y', b: '1', c: 'q', d: 'rest' })).toBe(false);
    expect(matches({ a: 'x"}y', c: 'q' })).toBe(false);
    expect(matches({ a: 'x"}y', b: '1', c: 'pq' })).toBe(false);
  });

  it('is needed', () => {
    expect(() => seriesSelectorFrom('up')).toThrow(UnknownQueryError);
  });
});

describe('arithmetic', () => {
  const memory = 'max_over_time(container_memory_working_set_bytes{pod=~"a / 2",container!=""}[300s])';

  it.each([
    ['a query of one metric', memory, 1, false],
    ['a sum of two', `${memory} + ${memory}`, 2, false],
    ['a ratio of two', `${memory} / ${memory}`, 2, true],
  ])('reads %s', (_, query, terms, isRatio) => {
    expect([termsOf(query).terms.length, termsOf(query).isRatio]).toEqual([terms, isRatio]);
  });

  it.each([`(${memory}) / 4096`, `${memory} * 2`, `1 - ${memory}`])(
    'refuses %s, which it would answer with something else',
    (query) => {
      expect(() => termsOf(query)).toThrow(UnknownQueryError);
    },
  );
});

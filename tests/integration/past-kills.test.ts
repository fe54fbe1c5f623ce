import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { acceleratedClock, wallClock } from '@/server/lib/time/clock';
import { PrometheusApi } from '@/server/usage/prometheus/api';
import { PrometheusClient } from '@/server/usage/prometheus/client';
import { pastKills } from '@/server/usage/prometheus/kills';
import type { PastKill } from '@/server/usage/source';
import { FaultyPrometheus } from '../support/faulty-prometheus';
import { describeWithProgram } from '../support/installed-program';
import { fillFromText, RealPrometheus } from '../support/prometheus';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const END_MS = Date.UTC(2026, 2, 2);
const SPAN = { fromMs: END_MS - 24 * HOUR_MS, toMs: END_MS };
const GIB = 2 ** 30;

/** A pod of namespace `shop` as kube-state-metrics tells of it, each minute while it is there. */
interface ToldPod {
  readonly pod: string;
  readonly namespace?: string;
  readonly fromMs?: number;
  readonly toMs?: number;
  /** In order of time; the container is started again unless `isFinal`. */
  readonly ends: readonly { readonly atMs: number; readonly reason: string; readonly isFinal?: boolean }[];
  readonly limitBytes?: number;
}

const at = (minutes: number) => SPAN.fromMs + minutes * MINUTE_MS;
const crash = (minute: number) => ({ atMs: at(minute), reason: 'Error' });
const kill = (minute: number) => ({ atMs: at(minute), reason: 'OOMKilled' });

const PODS: readonly ToldPod[] = [
  { pod: 'calm-1', ends: [] },
  { pod: 'killed-1', ends: [kill(100), kill(460), kill(820)], limitBytes: GIB },
  {
    pod: 'crashing-1',
    ends: [kill(100), ...Array.from({ length: 19 }, (_, index) => crash(110 + index * 6))],
  },
  {
    pod: 'crashed-first-1',
    ends: [...Array.from({ length: 19 }, (_, index) => crash(100 + index * 6)), kill(900)],
  },
  {
    pod: 'job-1',
    fromMs: at(300),
    toMs: at(420),
    ends: [{ atMs: at(325), reason: 'OOMKilled', isFinal: true }],
    limitBytes: 4 * GIB,
  },
  { pod: 'evicted-1', ends: [{ atMs: at(500), reason: 'ContainerStatusUnknown', isFinal: true }] },
  { pod: 'other-1', namespace: 'bank', ends: [kill(100)] },
];

function openMetrics(): string {
  const series = new Map<string, string[]>();
  const add = (metric: string, labels: string, value: number, atMs: number) => {
    const lines = series.get(metric) ?? [];
    lines.push(`${metric}{${labels}} ${value} ${atMs / 1000}`);
    series.set(metric, lines);
  };
  const byName = new Map<string, string[]>();
  for (const { pod, namespace = 'shop', fromMs = SPAN.fromMs, toMs = SPAN.toMs, ends, limitBytes } of PODS) {
    const labels = `namespace="${namespace}",pod="${pod}",container="app"`;
    for (let atMs = fromMs; atMs < toMs; atMs += MINUTE_MS) {
      const past = ends.filter((end) => end.atMs <= atMs);
      const last = past.at(-1);
      add(
        'kube_pod_container_status_restarts_total',
        labels,
        past.filter(({ isFinal }) => !isFinal).length,
        atMs,
      );
      if (last?.isFinal)
        add('kube_pod_container_status_terminated_reason', `${labels},reason="${last.reason}"`, 1, atMs);
      else if (last)
        add('kube_pod_container_status_last_terminated_reason', `${labels},reason="${last.reason}"`, 1, atMs);
      if (limitBytes)
        add('kube_pod_container_resource_limits', `${labels},resource="memory"`, limitBytes, atMs);
    }
  }
  for (const [metric, lines] of series) byName.set(metric, lines);
  return `${[...byName].map(([metric, lines]) => `# TYPE ${metric} gauge\n${lines.join('\n')}`).join('\n')}\n# EOF\n`;
}

describeWithProgram('prometheus', 'prometheus', 'the kills that a real Prometheus tells of', (program) => {
  let server: RealPrometheus;
  let between: FaultyPrometheus;
  let told: Awaited<ReturnType<typeof pastKills>>;

  beforeAll(async () => {
    server = await RealPrometheus.start(program, (data) => fillFromText(data, openMetrics()));
    told = await kills(server.url);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    between = await FaultyPrometheus.before(() => server.url);
  });
  afterEach(() => between.close());

  /** Pauses pass a hundred times as fast. */
  async function kills(url: string, namespaces = ['shop', 'silent']) {
    const settings = defaultConfig({ prometheusAddress: url });
    const clock = acceleratedClock(wallClock.now(), 100);
    const client = new PrometheusClient(settings, clock);
    try {
      const api = new PrometheusApi(client);
      return await pastKills({ api, names: settings, scope: { namespaces }, span: SPAN, wallClock: clock });
    } finally {
      await client.close();
    }
  }

  const of = (pod: string) => told.kills.filter((one) => one.pod === pod);
  const timesOf = (list: readonly PastKill[]) => list.reduce((sum, { times }) => sum + times, 0);

  it.each([
    ['one each', 'killed-1', 3],
    ['one, whatever crashed after it', 'crashing-1', 1],
    ['one, whatever crashed before it', 'crashed-first-1', 1],
    ['one of a container that is not started again', 'job-1', 1],
    ['none of what went on', 'calm-1', 0],
    ['none of an eviction', 'evicted-1', 0],
    ['none of another namespace', 'other-1', 0],
  ])('are %s', (_case, pod, times) => {
    expect(timesOf(of(pod))).toBe(times);
  });

  it('have their times and the limit then', () => {
    expect(of('killed-1').map(({ atMs, limitBytes }) => [atMs, limitBytes])).toEqual(
      [100, 460, 820].map((minute) => [at(minute), GIB]),
    );
    const [ofJob] = of('job-1');
    expect(ofJob?.limitBytes).toBe(4 * GIB);
    expect(Math.abs((ofJob?.atMs ?? 0) - at(325))).toBeLessThanOrEqual(HOUR_MS);
    expect(of('crashing-1')[0]).not.toHaveProperty('limitBytes');
  });

  it('are none only where the store tells of containers at all', () => {
    expect([...told.toldOf]).toEqual(['shop']);
  });

  it('are asked for again if the store is busy once', async () => {
    let isFirst = true;
    between.fault = () => {
      const fault = isFirst ? { status: 429, headers: { 'retry-after': '1' } } : undefined;
      isFirst = false;
      return fault;
    };
    expect(await kills(between.url)).toEqual(told);
  });

  it('are unknown if the store stays busy', async () => {
    between.fault = () => ({ status: 429 });
    await expect(kills(between.url)).rejects.toThrow(/429/);
  });
});

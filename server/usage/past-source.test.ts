import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '@/tests/support/installed-program';
import { postgresBin, startPostgres } from '@/tests/support/postgres';
import { fillFromText, RealPrometheus } from '@/tests/support/prometheus';
import { seriesOver } from '@/tests/support/series-over';
import { defaultConfig } from '../config';
import { ProblemBoard } from '../kube/problems';
import { silentLogger } from '../lib/report/log';
import { ManualClock, wallClock } from '../lib/time/clock';
import { openDatabase } from '../store/open-database';
import { NO_KNOWN_PODS } from './prometheus/pod-labels';
import type { PastContainer, PastProgress, PastSeries, PastSource } from './source';
import { PAST_SOURCES } from './sources';

const START_MS = Date.UTC(2026, 2, 2);
const MINUTE_MS = 60_000;
const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
afterAll(() => rmSync(folder, { recursive: true }));

for (const name of ['a', 'b']) {
  const rows = Array.from(
    { length: 60 },
    (_, minute) => `${START_MS / 1000 + minute * 60},${0.1 + minute / 100}`,
  );
  writeFileSync(path.join(folder, `${name}.csv`), ['ts,value', ...rows, ''].join('\n'));
}

/** Each source has an hour of two containers, a sample a minute. */
const SOURCES: {
  name: string;
  program?: string;
  find?: typeof findProgram;
  open: (program: string) => Promise<Opened> | Opened;
}[] = [
  { name: 'csv-traces', open: () => ({ source: PAST_SOURCES['csv-traces'](folder) }) },
  { name: 'prometheus', program: 'prometheus', open: openPrometheus },
  { name: 'store in SQLite', open: () => openKept(`file:${path.join(folder, 'kept.db')}`) },
  { name: 'store in PostgreSQL', program: 'postgresql', find: postgresBin, open: openKeptInPostgres },
];

interface Opened {
  source: PastSource;
  close?: () => Promise<void>;
}

/** A real Prometheus; CPU is recorded as a gauge, so that each sample is exact. */
async function openPrometheus(program: string): Promise<Opened> {
  const lines = ['a', 'b'].flatMap((pod) => {
    const labels = `{namespace="traces",pod="${pod}",container="app"}`;
    const points = (name: string, value: (minute: number) => number) => [
      ...Array.from(
        { length: 60 },
        (_, minute) => `${name}${labels} ${value(minute)} ${START_MS / 1000 + minute * 60}`,
      ),
      // The end of the series; without it, the last sample would continue for five minutes.
      `${name}${labels} NaN ${START_MS / 1000 + 3600}`,
    ];
    return [
      points('cpu_cores', (minute) => 0.1 + minute / 100),
      points('memory_bytes', (minute) => minute + 1),
    ];
  });
  const text = ['cpu_cores', 'memory_bytes'].flatMap((name, index) => [
    `# TYPE ${name} gauge`,
    ...lines.filter((_, line) => line % 2 === index).flat(),
  ]);
  const owners = ['a', 'b'].flatMap((pod) =>
    [START_MS, START_MS + 60 * MINUTE_MS].map(
      (ms) => `kube_pod_labels{namespace="traces",pod="${pod}",label_trace="${pod}"} 1 ${ms / 1000}`,
    ),
  );
  const server = await RealPrometheus.start(program, (data) =>
    fillFromText(data, [...text, '# TYPE kube_pod_labels gauge', ...owners, '# EOF', ''].join('\n')),
  );
  const source = PAST_SOURCES.prometheus({
    settings: defaultConfig({
      prometheusAddress: server.url,
      prometheusCpuQuery: 'cpu_cores{$matchers}',
      prometheusMemoryQuery: 'memory_bytes{$matchers}',
      historyResolutionMs: MINUTE_MS,
    }),
    known: NO_KNOWN_PODS,
    problems: new ProblemBoard(wallClock, silentLogger).by('test'),
    wallClock,
    log: silentLogger,
  });
  const close = async () => {
    await source.close();
    await server.close();
  };
  return { source, close };
}

/** Our own store, with what a recommender kept a week ago. */
async function openKept(url: string): Promise<Opened> {
  const { audit, series: store } = await openDatabase(url);
  const clock = new ManualClock(START_MS);
  const series = seriesOver(async () => store, clock);
  for (const vpa of ['a', 'b'])
    for (let minute = 0; minute < 60; minute++)
      series.add({ namespace: 'traces', vpa, container: 'app' }, 'default', {
        atMs: START_MS + minute * MINUTE_MS,
        cpu: { usageMean: 100 + minute * 10 },
        memory: { usageMean: minute + 1 },
      });
  await series.beat();
  await clock.advance(70 * MINUTE_MS);
  const close = async () => {
    await series.close();
    await audit.close();
  };
  return { source: PAST_SOURCES.store({ series, labelsOf: (_, vpa) => ({ trace: vpa }) }), close };
}

async function openKeptInPostgres(bin: string): Promise<Opened> {
  const server = await startPostgres(bin);
  const { source, close } = await openKept(server.url);
  const closeBoth = async () => {
    await close?.();
    await server.close();
  };
  return { source, close: closeBoth };
}

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

const keyOf = ({ namespace, pod, container }: PastContainer) => `${namespace}/${pod}/${container}`;

function timesOf(parts: PastSeries[], signal: 'cpuMillicores' | 'memoryBytes'): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const { container, timesMs, [signal]: values } of parts) {
    if (!values) continue;
    expect(values).toHaveLength(timesMs.length);
    times.set(keyOf(container), [...(times.get(keyOf(container)) ?? []), ...Array.from(timesMs)]);
  }
  return times;
}

describe.each(SOURCES)('the past from $name', ({ name, program, find = findProgram, open: openOne }) => {
  const file = program === undefined ? name : find(program);
  if (file === undefined) {
    it.skip(`needs ${program}, which is not installed`, () => undefined);
    return;
  }
  let opened: Opened;
  beforeAll(async () => {
    opened = await openOne(file);
  });
  afterAll(() => opened.close?.());
  const open = () => opened.source;
  const span = { fromMs: START_MS, toMs: START_MS + 60 * MINUTE_MS };

  it('lists its containers with labels, and only those have samples', async () => {
    const containers = await all(open().containers(span));
    expect(containers).toHaveLength(2);
    for (const { labels } of containers) expect(Object.keys(labels)).not.toEqual([]);
    const parts = await all(open().samples(span));
    const sampled = new Map(parts.map(({ container }) => [keyOf(container), container.labels]));
    expect([...sampled].sort()).toEqual(containers.map((one) => [keyOf(one), one.labels]).sort());
    expect(new Set(parts.map(({ container }) => container)).size).toBe(2);
  });

  it('yields the samples from the start of a span up to its end, in order for each container', async () => {
    const part = { fromMs: START_MS + 10 * MINUTE_MS, toMs: START_MS + 20 * MINUTE_MS };
    const parts = await all(open().samples(part));
    const expected = Array.from({ length: 10 }, (_value, minute) => part.fromMs + minute * MINUTE_MS);
    expect(timesOf(parts, 'cpuMillicores').size).toBe(2);
    for (const signal of ['cpuMillicores', 'memoryBytes'] as const)
      for (const times of timesOf(parts, signal).values()) expect(times).toEqual(expected);
    const first = parts.find(({ cpuMillicores }) => cpuMillicores);
    expect(first?.cpuMillicores?.[0]).toBeCloseTo(200, 3);
  });

  it('yields nothing for a time without samples', async () => {
    const before = { fromMs: START_MS - 60 * MINUTE_MS, toMs: START_MS };
    expect(
      timesOf(await all(open().samples(before)), 'cpuMillicores')
        .values()
        .next().value ?? [],
    ).toEqual([]);
  });

  it('reports its progress up to the end, and each complete namespace', async () => {
    const told: PastProgress[] = [];
    const ended: string[] = [];
    const namespaces = new Set((await all(open().containers(span))).map(({ namespace }) => namespace));
    await all(
      open().samples(span, {
        progress: (progress) => told.push(progress),
        ended: (namespace) => ended.push(namespace),
      }),
    );
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)?.done).toBe(told.at(-1)?.total);
    expect(ended.sort()).toEqual([...namespaces].sort());
  });

  it('yields only the requested namespaces', async () => {
    const options = { namespaces: ['elsewhere'] };
    expect(await all(open().containers(span, options))).toEqual([]);
    expect(await all(open().samples(span, options))).toEqual([]);
  });

  it('yields only the containers that are wanted', async () => {
    const [first] = await all(open().containers(span));
    const options = { isWanted: ({ pod }: PastContainer) => pod === first?.pod };
    expect(await all(open().containers(span, options))).toEqual([first]);
    const parts = await all(open().samples(span, options));
    expect(new Set(parts.map(({ container }) => container.pod))).toEqual(new Set([first?.pod]));
  });

  it('stops in the middle when told to', async () => {
    const stopping = new AbortController();
    const taken: PastSeries[] = [];
    const reading = async () => {
      for await (const part of open().samples(span, { stopping: stopping.signal })) {
        taken.push(part);
        stopping.abort(new Error('enough'));
      }
    };
    await expect(reading()).rejects.toThrow('enough');
    expect(taken).toHaveLength(1);
  });
});

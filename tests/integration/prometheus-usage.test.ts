import { afterEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock, wallClock } from '@/server/lib/time/clock';
import { PrometheusApi } from '@/server/usage/prometheus/api';
import { PrometheusClient } from '@/server/usage/prometheus/client';
import { findTraits } from '@/server/usage/prometheus/find-traits';
import { PrometheusLive } from '@/server/usage/prometheus/live';
import { PrometheusPast } from '@/server/usage/prometheus/past';
import type { UsageSample } from '@/server/usage/source';
import { describeWithProgram, output } from '../support/installed-program';
import { fillFromText, RealPrometheus } from '../support/prometheus';
import { RealVictoria } from '../support/victoria';

const MINUTE = 60;
const DAY = 86_400;
/** A whole day, Unix seconds. */
const END = Date.UTC(2026, 2, 2) / 1000;
const MIB = 2 ** 20;

/** The scrapes of one series: values by its time, in seconds. */
interface Scrapes {
  name: string;
  labels: Record<string, string>;
  everySeconds: number;
  /** After a whole multiple of `everySeconds`. */
  phase?: number;
  from?: number;
  to?: number;
  value(seconds: number, index: number): number;
}

const CPU = 'container_cpu_usage_seconds_total';
const MEMORY = 'container_memory_working_set_bytes';
const USUAL = { namespace: 'shop', pod: 'web', container: 'app' };

function textOf(series: readonly Scrapes[]): string {
  const names = [...new Set(series.map(({ name }) => name))];
  const lines = names.flatMap((name) => [
    `# TYPE ${quoted(name.replace(/_total$/, ''))} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
    ...series.filter((one) => one.name === name).flatMap(linesOf),
  ]);
  return [...lines, '# EOF', ''].join('\n');
}

function linesOf({
  name,
  labels,
  everySeconds,
  phase = 0,
  from = END - DAY,
  to = END,
  value,
}: Scrapes): string[] {
  const isWord = quoted(name) === name;
  const written = [
    ...(isWord ? [] : [quoted(name)]),
    ...Object.entries(labels).map(([label, text]) => `${quoted(label)}="${text}"`),
  ];
  const lines: string[] = [];
  for (
    let at = Math.ceil((from - phase) / everySeconds) * everySeconds + phase, index = 0;
    at < to;
    at += everySeconds, index++
  )
    lines.push(`${isWord ? name : ''}{${written.join(',')}} ${value(at, index)} ${at}`);
  return lines;
}

/** A name that is no word in quotes, as Prometheus 3 takes it. */
function quoted(name: string): string {
  return /^\w+$/.test(name) ? name : `"${name}"`;
}

/** The same container as both kinds of series, using so many cores. */
function using(cores: number, own: Partial<Scrapes> = {}): Scrapes[] {
  const common = { labels: USUAL, everySeconds: MINUTE, phase: 7, ...own };
  const start = own.from ?? END - DAY;
  return [
    { name: CPU, value: (at) => cores * (at - start), ...common },
    { name: MEMORY, value: () => 600 * MIB, ...common },
  ];
}

interface Read {
  cpu: number[];
  memory: number[];
}

let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

async function read(url: string, stepMinutes: number, memorySteps = 1): Promise<Read> {
  const past = new PrometheusPast({
    settings: defaultConfig({ prometheusAddress: url, historyResolutionMs: stepMinutes * 60_000 }),
    known: { labelsOf: () => ({ app: 'web' }), templateOf: () => undefined, labelNames: () => [] },
    problems: new ProblemBoard(wallClock, silentLogger).by('test'),
    wallClock,
    log: silentLogger,
  });
  const found: Read = { cpu: [], memory: [] };
  try {
    const span = { fromMs: (END - DAY) * 1000, toMs: END * 1000 };
    for await (const { cpuMillicores, memoryBytes } of past.samples(span, { memorySteps })) {
      found.cpu.push(...Array.from(cpuMillicores ?? []));
      found.memory.push(...Array.from(memoryBytes ?? []));
    }
  } finally {
    await past.close();
  }
  return found;
}

const JOB = { from: END - DAY / 2 + 603, to: END - DAY / 2 + 603 + 61, phase: 3, everySeconds: 30 };
const atPhase = (at: number) => Math.floor((at - (END - DAY)) / MINUTE);

/** What is scraped, and what was used: the least and the most of all steps, in millicores. */
const CASES: { name: string; stepMinutes: number; series: Scrapes[]; least: number; most: number }[] = [
  {
    name: 'scraped every five minutes',
    stepMinutes: 5,
    series: using(0.25, { everySeconds: 300, phase: 133 }),
    least: 250,
    most: 250,
  },
  {
    name: 'one minute of work in five, between two windows',
    stepMinutes: 5,
    series: using(0, { phase: 20 }).map((one) =>
      one.name === CPU ? { ...one, value: (at: number) => 60 * (Math.floor(atPhase(at) / 5) + 1) } : one,
    ),
    least: 200,
    most: 200,
  },
  {
    name: 'a series for each of eight processors',
    stepMinutes: 5,
    series: [
      ...Array.from({ length: 8 }, (_, cpu) =>
        using(0.25, { labels: { ...USUAL, cpu: `cpu0${cpu}` } }),
      ).flatMap(([one]) => one ?? []),
      ...using(0).slice(1),
    ],
    least: 2000,
    most: 2000,
  },
  {
    name: 'a job of a minute, in steps of an hour',
    stepMinutes: 60,
    series: using(1, JOB),
    least: 1000,
    most: 1000,
  },
  {
    name: 'labels without honor_labels',
    stepMinutes: 5,
    series: using(0.25, {
      labels: {
        namespace: 'monitoring',
        pod: 'x',
        exported_namespace: 'shop',
        exported_pod: 'web',
        exported_container: 'app',
      },
    }),
    least: 250,
    most: 250,
  },
  {
    name: "OpenTelemetry's names",
    stepMinutes: 5,
    series: using(0.25, {
      labels: { k8s_namespace_name: 'shop', k8s_pod_name: 'web', k8s_container_name: 'app' },
    }).map((one) => (one.name === CPU ? { ...one, name: 'container_cpu_time_seconds_total' } : one)),
    least: 250,
    most: 250,
  },
];

/** What a live source tells at the end, by the container. */
async function readNow(url: string): Promise<UsageSample[]> {
  const live = new PrometheusLive({
    settings: defaultConfig({ prometheusAddress: url }),
    problems: new ProblemBoard(wallClock, silentLogger).by('test'),
    wallClock,
    clock: new ManualClock(END * 1000),
  });
  const samples: UsageSample[] = [];
  const taker = { sample: (one: UsageSample) => samples.push(one), unreadable: () => undefined };
  expect(await live.fetch({ namespaces: undefined, sinceMs: 0 }, taker)).toBe('samples');
  return samples;
}

/** What is the same at the end as before. */
const LASTING = CASES.filter(({ name }) => !name.includes('job') && !name.includes('between two windows'));

function expectUsedNow(samples: readonly UsageSample[], most: number) {
  const at = { namespace: 'shop', pod: 'web', container: 'app', atMs: END * 1000, memoryBytes: 600 * MIB };
  expect(samples).toEqual([{ ...at, cpuMillicores: expect.closeTo(most, 0) }]);
}

const PODS_LABELS: Scrapes = {
  name: 'kube_pod_labels',
  labels: {
    namespace: 'shop',
    pod: 'web',
    label_app: 'told',
    label_a_b_conflict1: 'x',
    label_a_b_conflict2: 'y',
  },
  everySeconds: MINUTE,
  from: END - 3600,
  value: () => 1,
};
const OWNED: Scrapes = {
  ...PODS_LABELS,
  name: 'kube_pod_owner',
  labels: {
    namespace: 'shop',
    pod: 'web',
    owner_kind: 'ReplicaSet',
    owner_name: 'web-5d',
    owner_is_controller: 'true',
  },
};

/** The labels of a pod that is gone, and what is to be said of the store. */
async function readCollided(url: string) {
  const span = { fromMs: (END - DAY) * 1000, toMs: END * 1000 };
  const settings = defaultConfig({ prometheusAddress: url });
  const past = new PrometheusPast({
    settings,
    known: {
      labelsOf: () => undefined,
      templateOf: (_namespace, kind, name) =>
        kind === 'ReplicaSet' && name === 'web-5d' ? { app: 'web' } : undefined,
      labelNames: () => ['a.b', 'a-b', 'app'],
    },
    problems: new ProblemBoard(wallClock, silentLogger).by('test'),
    wallClock,
    log: silentLogger,
  });
  const labels: object[] = [];
  for await (const one of past.containers(span)) labels.push(one.labels);
  await past.close();
  const api = new PrometheusApi(new PrometheusClient(settings, wallClock));
  return { labels, says: (await findTraits({ api, names: settings, span })).says.join() };
}
const COLLIDED = {
  labels: [{ app: 'web' }],
  says: expect.stringMatching(/Labels of pods collide in kube_pod_labels .* told by their owner/),
};

const STEPPED_BACK = using(0.1, { from: END - DAY / 4 }).map((one) =>
  one.name === CPU
    ? { ...one, value: (at: number) => 0.1 * (at - (END - DAY / 4)) - (at > END - DAY / 8 ? 12 : 0) }
    : one,
);

function expectUsed({ cpu, memory }: Read, least: number, most: number) {
  expect(cpu.length).toBeGreaterThan(0);
  expect(Math.min(...cpu)).toBeGreaterThan(least * 0.98);
  expect(Math.max(...cpu)).toBeLessThan(most * 1.02 + 1e-9);
  expect(new Set(memory)).toEqual(new Set([600 * MIB]));
}

/** What the receiver kubeletstats measures by its own names, and with the endings of exporters. */
const OWN_NAMES = [
  ['container.cpu.time', 'container.memory.working_set'],
  ['container.cpu.time_seconds_total', 'container.memory.working_set_bytes'],
] as const;

function ownNamed(cpuName: string, memoryName: string): Scrapes[] {
  const labels = { 'k8s.namespace.name': 'shop', 'k8s.pod.name': 'web', 'k8s.container.name': 'app' };
  return using(0.25, { labels }).map((one) => ({ ...one, name: one.name === CPU ? cpuName : memoryName }));
}

describeWithProgram('prometheus', 'prometheus', 'usage in a real Prometheus', (program) => {
  const reading = async (series: readonly Scrapes[], stepMinutes: number) => {
    const server = await RealPrometheus.start(program, (data) => fillFromText(data, textOf(series)));
    close = () => server.close();
    return read(server.url, stepMinutes);
  };

  it.each(CASES)('is what it was: $name', async ({ series, stepMinutes, least, most }) => {
    expectUsed(await reading(series, stepMinutes), least, most);
  });

  it.each(OWN_NAMES)(
    "is what it was and is by OpenTelemetry's own names: %s",
    async (cpuName, memoryName) => {
      // Before 3.0 no name may have dots.
      const version = /version (\d+)/.exec(await output(program, ['--version']))?.[1];
      if (Number(version) < 3) return;
      const series = ownNamed(cpuName, memoryName);
      const server = await RealPrometheus.start(program, (data) => fillFromText(data, textOf(series)));
      close = () => server.close();
      expectUsed(await read(server.url, 5), 250, 250);
      expectUsedNow(await readNow(server.url), 250);
    },
  );

  it.each(LASTING)('is what it is now: $name', async ({ series, most }) => {
    const server = await RealPrometheus.start(program, (data) => fillFromText(data, textOf(series)));
    close = () => server.close();
    expectUsedNow(await readNow(server.url), most);
  });

  it('is told by the owner of a pod that is gone whose labels collide', async () => {
    const text = textOf([...using(0.1), PODS_LABELS, OWNED]);
    const server = await RealPrometheus.start(program, (data) => fillFromText(data, text));
    close = () => server.close();
    expect(await readCollided(server.url)).toEqual(COLLIDED);
  });

  it('has no peak where a counter steps back', async () => {
    expectUsed(await reading(STEPPED_BACK, 5), 100, 100);
  });

  it('has no sample in a working set of zero, and the highest of each step', async () => {
    const series = using(0.1).map((one) =>
      one.name === MEMORY
        ? {
            ...one,
            value: (at: number) => (atPhase(at) % 5 === 2 ? 900 : atPhase(at) % 5 === 3 ? 0 : 600) * MIB,
          }
        : one,
    );
    const { memory } = await reading(series, 5);
    expect(new Set(memory)).toEqual(new Set([900 * MIB]));
  });

  it.each([2, 5])(
    'has for each of %d steps the highest memory of all of them, where that will do',
    async (steps) => {
      const series = using(0.1).map((one) =>
        one.name === MEMORY
          ? { ...one, value: (at: number) => (600 + ((atPhase(at) * 37) % 101)) * MIB }
          : one,
      );
      const each = await reading(series, 5);
      expect(new Set(each.memory).size).toBeGreaterThan(steps);
      const server = await RealPrometheus.start(program, (data) => fillFromText(data, textOf(series)));
      try {
        const { cpu, memory } = await read(server.url, 5, steps);
        expect(cpu).toEqual(each.cpu);
        const fromEnd = each.memory.toReversed();
        const highest = fromEnd.map((_, index) => {
          const first = index - (index % steps);
          return Math.max(...fromEnd.slice(first, first + steps));
        });
        // Some steps before the first are with it.
        const surely = fromEnd.length - steps;
        expect(memory.toReversed().slice(0, surely)).toEqual(highest.slice(0, surely));
        expect(memory.length).toBeLessThan(each.memory.length + steps);
      } finally {
        await server.close();
      }
    },
  );
});

describeWithProgram('victoria-metrics', 'victoria-metrics', 'usage in a real VictoriaMetrics', (program) => {
  describe('means the same as in Prometheus', () => {
    it.each(CASES.filter(({ name }) => !name.includes('between two windows')))(
      '$name',
      async ({ series, stepMinutes, least, most }) => {
        const server = await RealVictoria.start(program, textOf(series));
        close = () => server.close();
        expectUsed(await read(server.url, stepMinutes), least, most);
      },
    );
  });

  it.each(LASTING)('is what it is now: $name', async ({ series, most }) => {
    const server = await RealVictoria.start(program, textOf(series));
    close = () => server.close();
    expectUsedNow(await readNow(server.url), most);
  });

  it.each(OWN_NAMES)(
    "is what it was and is by OpenTelemetry's own names: %s",
    async (cpuName, memoryName) => {
      // It takes such names without quotes.
      const text = textOf(ownNamed(cpuName, memoryName))
        .replaceAll(/^\{"([^"]+)",/gm, '$1{')
        .replaceAll(/"([\w.]+)"=/g, '$1=');
      const server = await RealVictoria.start(program, text);
      close = () => server.close();
      expectUsed(await read(server.url, 5), 250, 250);
      expectUsedNow(await readNow(server.url), 250);
    },
  );

  it('is told by the owner of a pod that is gone whose labels collide', async () => {
    const server = await RealVictoria.start(program, textOf([...using(0.1), PODS_LABELS, OWNED]));
    close = () => server.close();
    expect(await readCollided(server.url)).toEqual(COLLIDED);
  });

  it('says that it may lack labels of a pod that has as many as it keeps, and of none that has fewer', async () => {
    const pod = (name: string, count: number): Scrapes => ({
      name: 'kube_pod_labels',
      labels: {
        namespace: 'shop',
        pod: name,
        ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`label_${index}`, 'x'])),
      },
      everySeconds: MINUTE,
      from: END - 3600,
      value: () => 1,
    });
    const found = async (count: number) => {
      const server = await RealVictoria.start(program, textOf([pod('few', 5), pod('many', count)]));
      close = () => server.close();
      const names = defaultConfig({ prometheusAddress: server.url });
      const api = new PrometheusApi(new PrometheusClient(names, wallClock));
      const span = { fromMs: (END - DAY) * 1000, toMs: END * 1000 };
      const traits = await findTraits({ api, names, span }).finally(close);
      return [traits.mostLabels, traits.says.join()];
    };
    expect(await found(20)).toEqual([30, '']);
    expect(await found(60)).toEqual([
      expect.toBeOneOf([30, 40]),
      expect.stringMatching(/Series of kube_pod_labels have (30|40) labels, .* may lack others/),
    ]);
    close = async () => undefined;
  });
});

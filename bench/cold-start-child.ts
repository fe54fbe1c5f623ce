/** Loads the past into a filled model from the server at `argv[2]` and prints the cost. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { defaultConfig } from '@/server/config';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { Slices } from '@/server/lib/time/slices';
import type { ContainerRef, PastIntake } from '@/server/model/cluster-types';
import { Intakes } from '@/server/recommender/past/intakes';
import { PrometheusPast } from '@/server/usage/prometheus/past';
import { PAST_END_SECONDS } from './past-text';
import { addVpas, newState, populate } from './population';

export interface ColdStart {
  containers: number;
  samples: number;
  seconds: number;
  /** Above the memory of the process before. */
  peakMb: number;
  bytesRead: number;
  cpuSeconds: number;
  /** Longest that the event loop was held, milliseconds. */
  longestMs: number;
}

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 20;
const [url = '', way = 'ours', step = '3600', days = '8'] = process.argv.slice(2);
const stepSeconds = Number(step);
const span = { fromMs: PAST_END_SECONDS * 1000 - Number(days) * DAY_MS, toMs: PAST_END_SECONDS * 1000 };

const state = newState();
populate(state);
addVpas(state);
globalThis.gc?.();
const idle = process.memoryUsage.rss();
let peak = idle;
const look = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, LOOK_EVERY_MS);
const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
const startedMs = performance.now();
const cpuBefore = process.cpuUsage();
const loaded = way === 'ours' ? await loadOurs() : await loadAsReference();
const { user, system } = process.cpuUsage(cpuBefore);
const seconds = (performance.now() - startedMs) / 1000;
clearInterval(look);
const peakMb = (Math.max(peak, process.memoryUsage.rss()) - idle) / 1e6;
const result: ColdStart = {
  ...loaded,
  seconds,
  peakMb,
  cpuSeconds: (user + system) / 1e6,
  longestMs: delays.max / 1e6,
};
console.log(JSON.stringify(result));
process.exit(0);

/** Takes what comes and pauses in between, as the process that recommends does. */
async function loadOurs() {
  const problems = new ProblemBoard(wallClock, silentLogger);
  const past = new PrometheusPast({
    settings: defaultConfig({ prometheusAddress: url, historyResolutionMs: stepSeconds * 1000 }),
    known: {
      labelsOf: (namespace, pod) => state.pod(namespace, pod)?.labels,
      templateOf: () => undefined,
      labelNames: () => [],
    },
    problems: problems.by('bench'),
    wallClock,
    log: silentLogger,
  });
  const intakes = new Intakes(
    state,
    () => 0,
    () => undefined,
  );
  const slices = new Slices();
  let samples = 0;
  for await (const series of past.samples(span, { ended: (namespace) => intakes.end(namespace) })) {
    samples += intakes.take(series);
    const pause = slices.breathe();
    if (pause) await pause;
  }
  if (problems.list().length > 0) throw new Error(problems.list()[0]?.message);
  return { containers: intakes.count, samples, bytesRead: past.bytesRead };
}

/** One query per resource over everything; the whole answer is read, then processed. */
async function loadAsReference() {
  const intakes = new Map<string, PastIntake>();
  let samples = 0;
  let bytesRead = 0;
  const matchers = '{container!="POD",container!=""}';
  const queries = [
    ['cpu', `rate(container_cpu_usage_seconds_total${matchers}[${stepSeconds}s])`],
    ['memory', `container_memory_working_set_bytes${matchers}`],
  ] as const;
  for (const [signal, query] of queries) {
    const body = new URLSearchParams({
      query,
      start: String(span.fromMs / 1000),
      end: String(span.toMs / 1000 - stepSeconds),
      step: String(stepSeconds),
    });
    const response = await fetch(`${url}/api/v1/query_range`, { method: 'POST', body });
    const text = await response.text();
    bytesRead += text.length;
    const answer = JSON.parse(text) as {
      data: { result: { metric: ContainerRef; values: [number, string][] }[] };
    };
    for (const { metric, values } of answer.data.result) {
      const { namespace, pod, container } = metric;
      const key = `${namespace}/${pod}/${container}`;
      const labels = state.pod(namespace, pod)?.labels ?? {};
      const intake = intakes.get(key) ?? state.openPast({ namespace, pod, container, labels });
      intakes.set(key, intake);
      for (const [at, value] of values) {
        const outcome =
          signal === 'cpu'
            ? intake.addCpu(at * 1000, Number(value) * 1000)
            : intake.addMemory(at * 1000, Number(value));
        if (outcome === 'accepted') samples++;
      }
    }
  }
  for (const intake of intakes.values()) intake.end();
  return { containers: intakes.size, samples, bytesRead };
}

import type { KubeClient } from '../../kube/client';
import { ProblemBoard } from '../../kube/problems';
import { silentLogger } from '../../lib/report/log';
import type { Clock } from '../../lib/time/clock';
import { MetricsApi } from '../../usage/metrics-api';
import type { LiveAnswer, UsageSample } from '../../usage/source';
import { formatAmount, resourceName } from '../../words/amounts';
import { countOf } from '../../words/counts';
import type { KnownPast, Range } from './known-past';

const HOUR_MS = 3_600_000;
/** How long ago what a store says still counts as now; CPU is measured over steps, and comes in bursts. */
const MEMORY_NOW_MS = HOUR_MS;
const CPU_NOW_MS = 24 * HOUR_MS;
/** More than so many times apart is another container's usage, or an invented one. */
const APART = 2;
/** What is closer than this says nothing: millicores and bytes. */
const LEAST_CPU = 50;
const LEAST_MEMORY = 64 * 1024 ** 2;
const MOST_NAMED = 5;

interface CheckParts {
  readonly client: KubeClient;
  readonly namespaces: readonly string[] | undefined;
  /** Whose words are checked. */
  readonly title: string;
  readonly nowMs: number;
  readonly wallClock: Clock;
  readonly stopping: AbortSignal;
}

interface Difference {
  readonly times: number;
  readonly words: string;
}

/**
 * Where a store and the metrics API, which kubelets answer, say different things of what runs now: sentences for the
 * notes of a scan, none where they agree.
 */
export async function crossCheck(past: KnownPast, parts: CheckParts): Promise<string[]> {
  const { client, namespaces, title, nowMs, wallClock, stopping } = parts;
  const problems = new ProblemBoard(wallClock, silentLogger).by('scan');
  const differences: Difference[] = [];
  let compared = 0;
  const sample = (one: UsageSample) => {
    const memory = past.rangeOf(one, 'memory', { fromMs: nowMs - MEMORY_NOW_MS, toMs: nowMs });
    const cpu = past.rangeOf(one, 'cpu', { fromMs: nowMs - CPU_NOW_MS, toMs: nowMs });
    if (memory || cpu) compared++;
    const [worst] = [
      difference(one, 'memory', one.memoryBytes, memory, LEAST_MEMORY),
      difference(one, 'cpu', one.cpuMillicores, cpu, LEAST_CPU),
    ]
      .filter((each) => each !== undefined)
      .sort((a, b) => b.times - a.times);
    if (worst) differences.push(worst);
  };
  let answer: LiveAnswer;
  try {
    answer = await new MetricsApi({ client, problems, wallClock }).fetch(
      { ...(namespaces && { namespaces: [...namespaces] }), sinceMs: 0 },
      { sample, unreadable: () => undefined },
      stopping,
    );
  } catch (error) {
    if (!stopping.aborted) throw error;
    return [];
  }
  if (answer !== 'samples')
    return [`What ${title} says was not compared with the metrics API: ${WHY_NOT[answer]}.`];
  if (differences.length === 0) return [];
  const named = differences.sort((a, b) => b.times - a.times).slice(0, MOST_NAMED);
  const more = differences.length > named.length ? '; …' : '';
  return [
    `${title} and the metrics API differ by more than twice on ${differences.length} of ${countOf(compared, 'container')} that ${compared === 1 ? 'runs' : 'run'} now: ${named.map(({ words }) => words).join('; ')}${more}. Is it the store of this cluster, and who may write it?`,
  ];
}

const WHY_NOT: Readonly<Record<Exclude<LiveAnswer, 'samples'>, string>> = {
  'not-installed': 'there is none',
  unavailable: 'it does not answer',
  forbidden: 'this account may not list pods.metrics.k8s.io',
};

function difference(
  { namespace, pod, container }: UsageSample,
  resource: 'cpu' | 'memory',
  now: number | undefined,
  range: Range | undefined,
  least: number,
): Difference | undefined {
  if (now === undefined || Number.isNaN(now) || !range) return undefined;
  const nearest = now > range.most ? range.most : Math.max(now, range.least);
  if (Math.abs(now - nearest) < least) return undefined;
  const times = Math.max(now, nearest) / Math.max(Math.min(now, nearest), 1);
  if (times <= APART) return undefined;
  return {
    times,
    words: `${namespace}/${pod} ${container}: ${resourceName(resource)} ${formatAmount(resource, nearest)}, by the metrics API ${formatAmount(resource, now)}`,
  };
}

import type { Clock } from '../../lib/time/clock';
import { CPU_THROTTLED, OTHER_SIGNALS, type OtherSignal } from '../../model/other-signals';
import type { Pod } from '../../objects/types';
import { oomsOfPod } from '../../usage/oom';
import type { PrometheusApi, TimeGrid } from '../../usage/prometheus/api';
import { nameOf } from '../../usage/prometheus/container-names';
import { PrometheusError } from '../../usage/prometheus/errors';
import { isTooLarge } from '../../usage/prometheus/patience';
import type { PrometheusNames } from '../../usage/prometheus/queries';
import { Queries, type QueryScope } from '../../usage/prometheus/queries';
import type { TimeSpan } from '../../usage/source';
import { formatDuration } from '../../words/times';

const DAY_MS = 86_400_000;

/** What is asked for, day by day; each kill shows in one of the two, or in both. */
const ASKED = {
  'oom-events': 'max by ($by) (increase(container_oom_events_total{$matchers}[$window])) > 0',
  'oom-restarts':
    'max by ($by) (increase(kube_pod_container_status_restarts_total{$matchers}[$window])) > 0 and on ($by) max by ($by) (max_over_time(kube_pod_container_status_last_terminated_reason{$matchers,reason="OOMKilled"}[$window])) > 0',
  [CPU_THROTTLED]: OTHER_SIGNALS.find(({ name }) => name === CPU_THROTTLED)?.query ?? '',
} as const satisfies Record<string, OtherSignal['query']>;

type Asked = keyof typeof ASKED;
const TOLD_OF_KILLS = ['oom-events', 'oom-restarts'] as const satisfies readonly Asked[];

/** Kills and throttling of containers in the period. */
export class Happened {
  private readonly sums = new Map<Asked, Map<string, { sum: number; count: number }>>();
  private readonly ofPods = new Map<string, number>();

  /** What the pods that are there say of their last ends, since then. */
  takePods(pods: Iterable<Pod>, fromMs: number): void {
    for (const pod of pods)
      for (const { namespace, pod: name, container, atMs } of oomsOfPod(pod)) {
        if (atMs < fromMs) continue;
        const key = `${namespace}/${name}/${container}`;
        this.ofPods.set(key, (this.ofPods.get(key) ?? 0) + 1);
      }
  }

  take(asked: Asked, key: string, value: number): void {
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) return;
    let known = this.sums.get(asked);
    if (!known) {
      known = new Map();
      this.sums.set(asked, known);
    }
    const own = known.get(key) ?? { sum: 0, count: 0 };
    own.sum += value;
    own.count++;
    known.set(key, own);
  }

  /** Of one container of a workload with these pods, present and past: kills, and the share of periods held back. */
  of(namespace: string, pods: Iterable<string>, container: string): { kills: number; throttled?: number } {
    let kills = 0;
    let throttled = 0;
    let known = 0;
    for (const pod of pods) {
      const key = `${namespace}/${pod}/${container}`;
      const told = TOLD_OF_KILLS.map((asked) => this.sums.get(asked)?.get(key)?.sum ?? 0);
      kills += Math.max(Math.round(Math.max(...told)), this.ofPods.get(key) ?? 0);
      const share = this.sums.get(CPU_THROTTLED)?.get(key);
      if (!share) continue;
      throttled += share.sum;
      known += share.count;
    }
    return { kills, ...(known > 0 && { throttled: throttled / known }) };
  }
}

interface AskingParts {
  readonly api: PrometheusApi;
  readonly names: PrometheusNames;
  readonly scope?: QueryScope | undefined;
  readonly span: TimeSpan;
  readonly wallClock: Clock;
  readonly stopping: AbortSignal;
  /** A query that failed, or takes too long, costs its part: what came of it counts. */
  failed(what: string, why: string, isPartKnown: boolean): void;
  done(part: number, parts: number): void;
}

/** A query, with what it is asked again for in halves, may take so long. */
const LONGEST_MS = 60_000;

const PARTS: Readonly<Record<Asked, string>> = {
  'oom-events': 'OOM kills (container_oom_events_total)',
  'oom-restarts': 'restarts after OOM kills (kube-state-metrics)',
  [CPU_THROTTLED]: 'throttling',
};

/** Asks Prometheus what happened, one query after the other. @throws the signal's reason */
export async function askHappened(happened: Happened, parts: AskingParts): Promise<void> {
  const { names, scope, span, wallClock, stopping, failed, done } = parts;
  const days = Math.max(1, Math.ceil((span.toMs - span.fromMs) / DAY_MS));
  const grid = { firstMs: span.toMs - (days - 1) * DAY_MS, lastMs: span.toMs, stepMs: DAY_MS };
  const all = Object.keys(ASKED) as Asked[];
  for (const [index, asked] of all.entries()) {
    done(index, all.length);
    const query = new Queries(names).signal({ query: ASKED[asked], of: 'container' }, scope, DAY_MS);
    const late = new AbortController();
    const cancel = wallClock.after(LONGEST_MS, () => late.abort());
    let isPartKnown = false;
    const take = (key: string, value: number) => {
      isPartKnown = true;
      happened.take(asked, key, value);
    };
    try {
      await eachValue({ ...parts, stopping: AbortSignal.any([stopping, late.signal]), query, take }, grid);
    } catch (error) {
      stopping.throwIfAborted();
      if (late.signal.aborted)
        failed(PARTS[asked], `it takes longer than ${formatDuration(LONGEST_MS)}`, isPartKnown);
      else if (error instanceof PrometheusError) failed(PARTS[asked], error.message, isPartKnown);
      else throw error;
    } finally {
      cancel();
    }
  }
  done(all.length, all.length);
}

interface OneQuery extends Pick<AskingParts, 'api' | 'names' | 'stopping'> {
  readonly query: string;
  take(key: string, value: number): void;
}

/** What is too much at once is asked in halves of the time, the later one first. @throws PrometheusError */
async function eachValue(one: OneQuery, grid: TimeGrid): Promise<void> {
  const { api, names, stopping, query, take } = one;
  const found: [string, number][] = [];
  try {
    for await (const { metric, values } of api.range(query, grid, { stopping })) {
      const { key } = nameOf(metric, names);
      for (const value of values) found.push([key, value]);
    }
  } catch (error) {
    if (!(error instanceof PrometheusError) || !isTooLarge(error) || grid.firstMs >= grid.lastMs) throw error;
    const steps = Math.round((grid.lastMs - grid.firstMs) / grid.stepMs);
    const middleMs = grid.firstMs + Math.floor(steps / 2) * grid.stepMs;
    await eachValue(one, { ...grid, firstMs: middleMs + grid.stepMs });
    await eachValue(one, { ...grid, lastMs: middleMs });
    return;
  }
  for (const [key, value] of found) take(key, value);
}

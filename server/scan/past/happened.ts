import { ofKey } from '../../lib/memo/of-key';
import type { Clock } from '../../lib/time/clock';
import { deadline } from '../../lib/time/deadline';
import { CPU_THROTTLED, OTHER_SIGNALS } from '../../model/other-signals';
import { sizedStatuses } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import { oomsOfPod } from '../../usage/oom';
import type { PrometheusApi, TimeGrid } from '../../usage/prometheus/api';
import { nameOf } from '../../usage/prometheus/container-names';
import { PrometheusError } from '../../usage/prometheus/errors';
import { type PastKills, pastKills } from '../../usage/prometheus/kills';
import { isTooLarge } from '../../usage/prometheus/patience';
import { type PrometheusNames, Queries, type QueryScope } from '../../usage/prometheus/queries';
import { retried } from '../../usage/prometheus/retried';
import type { PastKill, TimeSpan } from '../../usage/source';
import { formatDuration } from '../../words/times';

const DAY_MS = 86_400_000;

/** What is asked for, day by day. What cAdvisor shows of kills is gone within a second: it is never "none". */
const ASKED = {
  'oom-events': 'max by ($by) (increase(container_oom_events_total{$matchers}[$window])) > 0',
  [CPU_THROTTLED]: OTHER_SIGNALS.find(({ name }) => name === CPU_THROTTLED)?.query ?? '',
} as const;

type Asked = keyof typeof ASKED;

/** Of one container: kills in the period, and the share of periods held back; each absent if it is unknown. */
interface WhatHappened {
  readonly kills?: number;
  readonly throttled?: number;
}

/** Kills and throttling of containers in the period. */
export class Happened {
  private readonly sums = new Map<Asked, Map<string, { sum: number; count: number }>>();
  /** Kills that the status of pods tells, and containers of which it tells that there was none. */
  private readonly ofPods = new Map<string, number>();
  private readonly neverEnded = new Set<string>();
  private readonly told = new Map<string, PastKill[]>();
  private toldOf: ReadonlySet<string> = new Set();

  /** What the pods that are there say of their last ends, since then. */
  takePods(pods: Iterable<Pod>, fromMs: number): void {
    for (const pod of pods) {
      const { namespace = '', name } = pod.metadata;
      for (const { container, atMs } of oomsOfPod(pod)) {
        if (atMs < fromMs) continue;
        const key = `${namespace}/${name}/${container}`;
        this.ofPods.set(key, (this.ofPods.get(key) ?? 0) + 1);
      }
      for (const { name: container, restartCount, state, lastState } of sizedStatuses(pod))
        if (restartCount === 0 && !state?.terminated && !lastState?.terminated)
          this.neverEnded.add(`${namespace}/${name}/${container}`);
    }
  }

  takeKills({ kills, toldOf }: PastKills): void {
    this.toldOf = toldOf;
    for (const kill of kills) {
      const key = `${kill.namespace}/${kill.pod}/${kill.container}`;
      ofKey(this.told, key, () => []).push(kill);
    }
  }

  take(asked: Asked, key: string, value: number): void {
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) return;
    const known = ofKey(this.sums, asked, () => new Map());
    const own = known.get(key) ?? { sum: 0, count: 0 };
    own.sum += value;
    own.count++;
    known.set(key, own);
  }

  /** The kills of a container in a pod that a store has told of, in order of time. */
  killsIn(namespace: string, pod: string, container: string): readonly PastKill[] {
    const kills = this.told.get(`${namespace}/${pod}/${container}`) ?? [];
    return [...kills].sort((a, b) => a.atMs - b.atMs);
  }

  /** Of one container of a workload with these pods, present and past. */
  of(namespace: string, pods: Iterable<string>, container: string): WhatHappened {
    let kills = 0;
    let throttled = 0;
    let known = 0;
    let isToldOfAll = true;
    for (const pod of pods) {
      const key = `${namespace}/${pod}/${container}`;
      const events = Math.round(this.sums.get('oom-events')?.get(key)?.sum ?? 0);
      const restarts = (this.told.get(key) ?? []).reduce((sum, { times }) => sum + times, 0);
      kills += Math.max(events, restarts, this.ofPods.get(key) ?? 0);
      isToldOfAll &&= this.neverEnded.has(key);
      const share = this.sums.get(CPU_THROTTLED)?.get(key);
      if (!share) continue;
      throttled += share.sum;
      known += share.count;
    }
    return {
      ...((kills > 0 || isToldOfAll || this.toldOf.has(namespace)) && { kills }),
      ...(known > 0 && { throttled: throttled / known }),
    };
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

const PARTS: Readonly<Record<Asked | 'kills', string>> = {
  kills: 'OOM kills (kube-state-metrics)',
  'oom-events': 'OOM kills (container_oom_events_total)',
  [CPU_THROTTLED]: 'throttling',
};

/** Asks Prometheus what happened, one query after the other. @throws the signal's reason */
export async function askHappened(happened: Happened, parts: AskingParts): Promise<void> {
  const all = ['kills', ...(Object.keys(ASKED) as Asked[])] as const;
  for (const [index, asked] of all.entries()) {
    parts.done(index, all.length);
    await inTime(parts, asked, (stopping, partKnown) =>
      asked === 'kills'
        ? askKills(happened, { ...parts, stopping })
        : askDays(happened, { ...parts, stopping }, asked, partKnown),
    );
  }
  parts.done(all.length, all.length);
}

/** What fails or takes too long is told. @throws the signal's reason */
async function inTime(
  { wallClock, stopping, failed }: AskingParts,
  asked: Asked | 'kills',
  ask: (stopping: AbortSignal, partKnown: () => void) => Promise<void>,
): Promise<void> {
  const limit = deadline(wallClock, LONGEST_MS, stopping);
  let isPartKnown = false;
  try {
    await ask(limit.signal, () => {
      isPartKnown = true;
    });
  } catch (error) {
    stopping.throwIfAborted();
    if (limit.signal.aborted)
      failed(PARTS[asked], `it takes longer than ${formatDuration(LONGEST_MS)}`, isPartKnown);
    else if (error instanceof PrometheusError) failed(PARTS[asked], error.message, isPartKnown);
    else throw error;
  } finally {
    limit.end();
  }
}

async function askKills(happened: Happened, parts: AskingParts): Promise<void> {
  const { api, names, scope, span, wallClock, stopping, failed } = parts;
  const told = await pastKills({ api, names, scope, span, wallClock, stopping });
  happened.takeKills(told);
  const isToldOfAll =
    told.toldOf.size > 0 && (scope?.namespaces.every((one) => told.toldOf.has(one)) ?? true);
  if (!isToldOfAll)
    failed(
      PARTS.kills,
      'there is no kube_pod_container_status_restarts_total, and what cAdvisor counts is gone before most scrapes',
      told.toldOf.size > 0,
    );
}

async function askDays(
  happened: Happened,
  parts: AskingParts,
  asked: Asked,
  partKnown: () => void,
): Promise<void> {
  const { names, scope, span } = parts;
  const days = Math.max(1, Math.ceil((span.toMs - span.fromMs) / DAY_MS));
  const grid = { firstMs: span.toMs - (days - 1) * DAY_MS, lastMs: span.toMs, stepMs: DAY_MS };
  const query = new Queries(names).signal({ query: ASKED[asked], of: 'container' }, scope, DAY_MS);
  const take = (key: string, value: number) => {
    partKnown();
    happened.take(asked, key, value);
  };
  await eachValue({ ...parts, query, take }, grid);
}

interface OneQuery extends Pick<AskingParts, 'api' | 'names' | 'wallClock' | 'stopping'> {
  readonly query: string;
  take(key: string, value: number): void;
}

/** What is too much at once is asked in halves of the time, the later one first. @throws PrometheusError */
async function eachValue(one: OneQuery, grid: TimeGrid): Promise<void> {
  const { api, names, stopping, query, take } = one;
  let found: [string, number][];
  try {
    found = await retried(one, async () => {
      const points: [string, number][] = [];
      for await (const { metric, values } of api.range(query, grid, { stopping })) {
        const { key } = nameOf(metric, names);
        for (const value of values) points.push([key, value]);
      }
      return points;
    });
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

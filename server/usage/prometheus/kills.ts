import type { Clock } from '@/server/lib/time/clock';
import { ofKey } from '../../lib/memo/of-key';
import type { PastKill, TimeSpan } from '../source';
import type { PrometheusApi, TimeGrid } from './api';
import { PrometheusError } from './errors';
import { isTooLarge } from './patience';
import type { SeriesLabels } from './pod-labels';
import { matcher, type PrometheusNames, type QueryScope } from './queries';
import { retried } from './retried';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Pods that one query asks for. */
const PODS_PER_QUERY = 50;
/** The kills of so many pods are counted one by one; of the others it is known that there was one at least. */
const MOST_COUNTED = 500;

/** The same of ordinary containers and of init containers, among which native sidecars are. */
const RESTARTS = 'kube_pod_(init_)?container_status_restarts_total';
const LAST_END = 'kube_pod_(init_)?container_status_last_terminated_reason';
const END = 'kube_pod_(init_)?container_status_terminated_reason';
const LIMITS = 'kube_pod_(init_)?container_resource_limits';
const KILLED = 'reason="OOMKilled"';

type NamedContainer = Pick<PastKill, 'namespace' | 'pod' | 'container'>;

/** The value of a container at a time. */
interface Point extends NamedContainer {
  readonly atMs: number;
  readonly value: number;
}

export interface PastKills {
  readonly kills: readonly PastKill[];
  /** The namespaces that it tells of at all: where it does not, no kill found is not none. */
  readonly toldOf: ReadonlySet<string>;
}

/** The labels of the metrics of pods; that of the container is `container` if it is not said. */
type KillNames = Pick<
  PrometheusNames,
  'podNamespaceLabel' | 'podNameLabel' | 'prometheusMatchers' | 'containerNameLabel'
> & { readonly podContainerNameLabel?: string };

interface KillsAsked {
  readonly api: PrometheusApi;
  readonly names: KillNames;
  readonly scope?: QueryScope | undefined;
  readonly span: TimeSpan;
  readonly wallClock: Clock;
  readonly stopping?: AbortSignal | undefined;
}

/**
 * The kills that kube-state-metrics told of: each restart after which the last end is `OOMKilled`, so that a kill and the
 * crashes that follow are one kill; and an end without a restart, as in a Job's pod with `restartPolicy: Never`, whose
 * kill is in `terminated_reason` alone (kube-state-metrics 2.x). cAdvisor's `container_oom_events_total` is no source of
 * "none": it is gone within a second of the kill (kubelet 1.37), so that few scrapes see it.
 * @throws PrometheusError if a query fails that a retry or a smaller one does not help; the signal's reason
 */
export async function pastKills(asked: KillsAsked): Promise<PastKills> {
  const toldOf = await namespacesToldOf(asked);
  if (toldOf.size === 0) return { kills: [], toldOf };
  const ended = await endedBy(asked);
  const counted = [...ended.values()].slice(0, MOST_COUNTED);
  const found: PastKill[] = [];
  for (const scope of scopesOf(counted)) {
    const kills = await restartsAfterKills({ ...asked, scope });
    const limits = await limitsOf({ ...asked, scope });
    for (const kill of kills) found.push(withLimit(kill, limits));
    for (const end of counted)
      if (isIn(scope, end) && !kills.some((kill) => keyOf(kill) === keyOf(end)))
        found.push(withLimit(end, limits));
  }
  return { kills: [...found, ...[...ended.values()].slice(MOST_COUNTED)], toldOf };
}

async function namespacesToldOf(asked: KillsAsked): Promise<ReadonlySet<string>> {
  const { api, names, span } = asked;
  return retried(asked, async (stopping) => {
    const told = new Set<string>();
    const selector = selectorOf(asked, RESTARTS);
    for await (const namespace of api.labelValues(names.podNamespaceLabel, selector, span, stopping))
      told.add(namespace);
    return told;
  });
}

/** The containers that were killed at all, each with the first hour in which that shows. */
async function endedBy(asked: KillsAsked): Promise<ReadonlyMap<string, PastKill>> {
  const grid = gridOf(asked.span, HOUR_MS);
  const first = new Map<string, PastKill>();
  for (const metric of [END, LAST_END])
    await eachPoint(
      asked,
      `max by (${byOf(asked)}) (max_over_time(${selectorOf(asked, metric, KILLED)}[1h])) > 0`,
      grid,
      ({ value: _, ...end }) => {
        const known = first.get(keyOf(end));
        if (!known || end.atMs < known.atMs) first.set(keyOf(end), { ...end, times: 1 });
      },
    );
  return first;
}

async function restartsAfterKills(asked: KillsAsked): Promise<PastKill[]> {
  const by = byOf(asked);
  const most = (metric: string, more?: string, offset = '') =>
    `max by (${by}) (${selectorOf(asked, metric, more)}${offset})`;
  const query =
    `${most(RESTARTS)} - ${most(RESTARTS, undefined, ' offset 1m')} > 0` +
    ` and ${most(LAST_END, KILLED)} == 1 unless ${most(LAST_END, 'reason!="OOMKilled"')} == 1`;
  const kills: PastKill[] = [];
  const { fromMs, toMs } = asked.span;
  for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY_MS)
    await eachPoint(
      asked,
      query,
      gridOf({ fromMs: dayMs, toMs: Math.min(dayMs + DAY_MS, toMs) }, MINUTE_MS),
      ({ value, ...kill }) => kills.push({ ...kill, times: Math.round(value) }),
    );
  return kills;
}

/** The memory limits by container, in order of time. */
async function limitsOf(asked: KillsAsked): Promise<ReadonlyMap<string, readonly Point[]>> {
  const limits = new Map<string, Point[]>();
  const query = `max by (${byOf(asked)}) (max_over_time(${selectorOf(asked, LIMITS, 'resource="memory"')}[1h]))`;
  await eachPoint(asked, query, gridOf(asked.span, HOUR_MS), (limit) => {
    ofKey(limits, keyOf(limit), () => []).push(limit);
  });
  return limits;
}

/** With the limit of the hour in which it was killed, or else the next one that is known. */
function withLimit(kill: PastKill, limits: ReadonlyMap<string, readonly Point[]>): PastKill {
  const known = limits.get(keyOf(kill));
  const limit = known?.find(({ atMs }) => atMs >= kill.atMs) ?? known?.at(-1);
  return limit ? { ...kill, limitBytes: limit.value } : kill;
}

function scopesOf(kills: readonly PastKill[]): QueryScope[] {
  const byNamespace = new Map<string, Set<string>>();
  for (const { namespace, pod } of kills)
    byNamespace.set(namespace, (byNamespace.get(namespace) ?? new Set()).add(pod));
  return [...byNamespace].flatMap(([namespace, all]) => {
    const pods = [...all];
    const scopes: QueryScope[] = [];
    for (let from = 0; from < pods.length; from += PODS_PER_QUERY)
      scopes.push({ namespaces: [namespace], pods: pods.slice(from, from + PODS_PER_QUERY) });
    return scopes;
  });
}

function isIn({ namespaces, pods }: QueryScope, { namespace, pod }: NamedContainer): boolean {
  return namespaces.includes(namespace) && (pods?.includes(pod) ?? true);
}

function keyOf({ namespace, pod, container }: NamedContainer): string {
  return `${namespace}/${pod}/${container}`;
}

function containerLabelOf({ podContainerNameLabel, containerNameLabel }: KillNames): string {
  return podContainerNameLabel ?? containerNameLabel;
}

function byOf({ names }: KillsAsked): string {
  return [names.podNamespaceLabel, names.podNameLabel, containerLabelOf(names)].join(', ');
}

function selectorOf({ names, scope }: KillsAsked, metric: string, more?: string): string {
  const matchers = [
    `__name__=~"${metric}"`,
    more,
    scope && matcher(names.podNamespaceLabel, scope.namespaces),
    scope?.pods && matcher(names.podNameLabel, scope.pods),
    names.prometheusMatchers,
  ];
  return `{${matchers.filter(Boolean).join(',')}}`;
}

/** Each time is the end of a step. */
function gridOf({ fromMs, toMs }: TimeSpan, stepMs: number): TimeGrid {
  const lastMs = Math.ceil(toMs / stepMs) * stepMs;
  return { firstMs: Math.min(Math.floor(fromMs / stepMs) * stepMs + stepMs, lastMs), lastMs, stepMs };
}

/** What is too much at once is asked in halves of the time. */
async function eachPoint(
  asked: KillsAsked,
  query: string,
  grid: TimeGrid,
  take: (point: Point) => void,
): Promise<void> {
  const { api, names, span } = asked;
  let found: Point[];
  try {
    found = await retried(asked, async (stopping) => {
      const points: Point[] = [];
      for await (const { metric, timesMs, values } of api.range(query, grid, { stopping }))
        for (const [index, value] of values.entries())
          if (Number.isFinite(value))
            points.push({
              ...nameIn(metric, names),
              atMs: Math.min(timesMs[index] ?? span.toMs, span.toMs),
              value,
            });
      return points;
    });
  } catch (error) {
    if (!(error instanceof PrometheusError) || !isTooLarge(error) || grid.firstMs >= grid.lastMs) throw error;
    const steps = Math.round((grid.lastMs - grid.firstMs) / grid.stepMs);
    const middleMs = grid.firstMs + Math.floor(steps / 2) * grid.stepMs;
    await eachPoint(asked, query, { ...grid, lastMs: middleMs }, take);
    await eachPoint(asked, query, { ...grid, firstMs: middleMs + grid.stepMs }, take);
    return;
  }
  for (const point of found) take(point);
}

function nameIn(metric: SeriesLabels, names: KillNames): NamedContainer {
  return {
    namespace: metric[names.podNamespaceLabel] ?? '',
    pod: metric[names.podNameLabel] ?? '',
    container: metric[containerLabelOf(names)] ?? '',
  };
}

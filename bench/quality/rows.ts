import { nearestRank } from '@/server/model/nearest-rank';
import type { Resource } from '@/server/objects/units';
import { type FamilyName, YARDSTICK } from './families';
import { Frontier, type ReplayedOutcome } from './measure/frontier';
import { intervalOfMean, type RatioSummary, summaryOfRatios } from './measure/ratios';
import { type MeasuredSeries, type Mode, PLANS, type PlanName, type Replayed } from './series';

/** Less is not told from none: of CPU a ten-thousandth of the time short, of memory a kill in a hundred days. */
export const LEAST_RISK: Readonly<Record<Resource, number>> = { cpu: 1e-4, memory: 0.01 };

/** Who it is: a recommender with a member of its family, or what people do instead. */
export type Who =
  | {
      readonly kind: 'recommender';
      readonly mode: Mode;
      readonly family: FamilyName;
      readonly member: number;
    }
  | { readonly kind: 'plan'; readonly plan: PlanName };

/** A mean over series with its interval. */
export interface Mean {
  readonly value: number;
  readonly p95: number;
  readonly interval: readonly [number, number];
}

export interface ResourceRow {
  /** What is reserved against the frontier of the yardstick at the same risk. */
  readonly equalRisk?: RatioSummary;
  /** What is reserved as it comes, against the yardstick as it comes. */
  readonly reserved?: RatioSummary;
  /** Share of the time short, or kills a container-day. */
  readonly risk?: Mean;
  readonly slack?: number;
}

export interface Row {
  readonly who: Who;
  readonly cpu: ResourceRow;
  readonly memory: ResourceRow;
  /** Evictions and resizes a pod-day; over all pods. */
  readonly changes: number;
  readonly evictions: number;
}

/** Every member of every family, and every plan. */
export function rowsOf(all: readonly MeasuredSeries[]): Row[] {
  const contestants = (all[0]?.replayed ?? []).map(
    ({ mode, family, member }): Who => ({ kind: 'recommender', mode, family, member }),
  );
  const plans = PLANS.map((plan): Who => ({ kind: 'plan', plan }));
  return [...contestants, ...plans].map((who) => ({
    who,
    cpu: resourceRow(all, 'cpu', who),
    memory: resourceRow(all, 'memory', who),
    ...changesOf(all, who),
  }));
}

export const isAsItComes = (who: Who): boolean => who.kind === 'plan' || who.member === 0;

function replayedBy(series: MeasuredSeries, who: Who): Replayed | undefined {
  if (who.kind === 'plan') return undefined;
  return series.replayed.find(
    ({ mode, family, member }) => mode === who.mode && family === who.family && member === who.member,
  );
}

export function outcomeOf(series: MeasuredSeries, resource: Resource, who: Who): ReplayedOutcome | undefined {
  if (resource === 'memory' && !series.hasMemory) return undefined;
  if (who.kind === 'plan') {
    const plan = series.planned[resource][who.plan];
    return plan && { reserved: plan.reserved, risk: resource === 'cpu' ? plan.short : plan.kills };
  }
  const figures = replayedBy(series, who)?.figures;
  // Over the time in which usage is known: where a job does not run, nothing needs to be reserved.
  const times = resource === 'cpu' ? figures?.cpuRequestsOverUsage : figures?.memoryRequestsOverUsage;
  const risk = resource === 'cpu' ? figures?.cpuShort : figures?.oomsADay;
  return times === undefined || risk === undefined
    ? undefined
    : { reserved: times * series.used[resource], risk };
}

/** What a family came to on one series. */
export function frontierOf(
  series: MeasuredSeries,
  resource: Resource,
  mode: Mode,
  family: FamilyName,
): Frontier {
  const members = series.replayed.filter((one) => one.mode === mode && one.family === family);
  const outcomes = members.flatMap(
    ({ member }) => outcomeOf(series, resource, { kind: 'recommender', mode, family, member }) ?? [],
  );
  return new Frontier(outcomes, LEAST_RISK[resource]);
}

function resourceRow(all: readonly MeasuredSeries[], resource: Resource, who: Who): ResourceRow {
  // What people do by hand restarts nothing: it stands against the first mode, in place.
  const mode = who.kind === 'plan' ? all[0]?.replayed[0]?.mode : who.mode;
  if (mode === undefined) return {};
  const usually: Who = { kind: 'recommender', mode, family: YARDSTICK, member: 0 };
  const found = all.flatMap((series) => {
    const own = outcomeOf(series, resource, who);
    const usual = outcomeOf(series, resource, usually);
    if (!own || !usual) return [];
    const frontier = frontierOf(series, resource, mode, YARDSTICK);
    return { series, own, usual, frontier };
  });
  const ratiosOf = (ratioOf: (one: (typeof found)[number]) => number | undefined) =>
    summaryOfRatios(
      found.flatMap((one) => {
        const ratio = ratioOf(one);
        if (ratio === undefined || !(ratio > 0)) return [];
        return { ratio, weight: one.series.used[resource], block: one.series.block };
      }),
    );
  return {
    equalRisk: ratiosOf(({ own, frontier }) => over(own.reserved, frontier.at(own.risk))),
    reserved: ratiosOf(({ own, usual }) => over(own.reserved, usual.reserved)),
    risk: meanOf(found.map(({ own, series }) => ({ value: own.risk, block: series.block }))),
    slack: slackOf(all, resource, who),
  };
}

export function over(dividend: number | undefined, divisor: number | undefined): number | undefined {
  return dividend !== undefined && divisor !== undefined && divisor > 0 ? dividend / divisor : undefined;
}

export function meanOf(
  values: readonly { readonly value: number; readonly block: string }[],
): Mean | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.map(({ value }) => value).sort((a, b) => a - b);
  return {
    value: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    p95: nearestRank(sorted, 0.95) ?? 0,
    interval: intervalOfMean(values),
  };
}

function slackOf(all: readonly MeasuredSeries[], resource: Resource, who: Who): number | undefined {
  const values = all.flatMap((series) => {
    const figures = replayedBy(series, who)?.figures;
    return (resource === 'cpu' ? figures?.cpuSlack : figures?.memorySlack) ?? [];
  });
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined;
}

function changesOf(all: readonly MeasuredSeries[], who: Who): { changes: number; evictions: number } {
  let [changes, evictions, days] = [0, 0, 0];
  for (const series of all) {
    days += series.podDays;
    if (who.kind === 'plan') {
      changes += Math.max(0, ...plannedChanges(series, who.plan)) * series.podDays;
      continue;
    }
    const figures = replayedBy(series, who)?.figures;
    evictions += figures?.evictions ?? 0;
    changes += (figures?.evictions ?? 0) + (figures?.resizes ?? 0);
  }
  return { changes: changes / days, evictions };
}

function plannedChanges({ planned }: MeasuredSeries, plan: PlanName): number[] {
  return [planned.cpu[plan], planned.memory[plan]].flatMap((one) => one?.changes ?? []);
}

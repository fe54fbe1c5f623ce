import type { Resource } from '@/server/model/units';
import type { SeasonView } from '@/server/recommender/views';
import { formatAmount } from '@/server/words/amounts';
import { formatShare } from '@/server/words/counts';
import { formatDuration, shortTime, timeOfDay } from '@/server/words/times';
import type { DataColumn } from '../charts/bounds-columns';
import { linearTicks } from '../charts/linear-ticks';
import { timeTicks } from '../charts/time-ticks';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'] as const;

/** One slot of the period: what each past period used in it, and what is recommended there. */
export interface SeasonRow {
  /** Since the period began, in ms. */
  phaseMs: number;
  /** By period, oldest first; absent where usage is unknown. */
  used: readonly (number | undefined)[];
  /** Before the margin; only in the coming time. */
  recommended?: number;
}

interface SeasonSeries {
  rows: SeasonRow[];
  /** When each period began, oldest first. */
  starts: readonly number[];
  valueTicks: number[];
  phaseTicks: number[];
  phaseLabel: (phaseMs: number) => string;
}

/** Past periods laid over one another; undefined before the first half hour is over. */
export function seasonSeries(resource: Resource, view: SeasonView): SeasonSeries | undefined {
  const { phases, phaseMs, slotMs, coming } = view;
  const current = phases.at(-1);
  if (!current) return undefined;
  const target = coming && Math.max(coming.amount, view.present ?? 0);
  const nowStart = coming && Math.floor(coming.fromMs / phaseMs) * phaseMs;
  const isComing = (at: number) => {
    if (!coming || nowStart === undefined) return false;
    const inThis = nowStart + at;
    // The coming time may reach into the next period.
    return [inThis, inThis + phaseMs].some((ms) => ms + slotMs > coming.fromMs && ms < coming.toMs);
  };
  const rows = Array.from({ length: phaseMs / slotMs }, (_, slot): SeasonRow => {
    const at = slot * slotMs;
    return {
      phaseMs: at,
      used: phases.map(({ amounts }) => amounts[slot] ?? undefined),
      ...(isComing(at) && { recommended: target }),
    };
  });
  const amounts = phases.flatMap((phase) => phase.amounts.flatMap((amount) => amount ?? []));
  return {
    rows,
    starts: phases.map(({ startMs }) => startMs),
    valueTicks: linearTicks(resource, Math.max(1, target ?? 0, ...amounts) * 1.05),
    phaseTicks: timeTicks(0, phaseMs, phaseMs > DAY_MS ? 7 : 6, 'UTC'),
    phaseLabel: phaseLabel(phaseMs),
  };
}

/** The time of day, in weeks the weekday: periods begin at 0:00 UTC, weeks on the weekday of 1 January 1970. */
function phaseLabel(phaseMs: number): (ms: number) => string {
  if (phaseMs <= DAY_MS) return (ms) => (ms >= phaseMs ? '24:00' : timeOfDay(ms));
  return (ms) => WEEKDAYS[Math.floor(ms / DAY_MS) % 7] ?? '';
}

export function seasonColumns(resource: Resource, series: SeasonSeries): readonly DataColumn<SeasonRow>[] {
  const amount = (value: number | undefined) =>
    value === undefined ? undefined : formatAmount(resource, value);
  const isWeek = (series.rows.at(-1)?.phaseMs ?? 0) > DAY_MS;
  return [
    {
      label: 'From (UTC)',
      words: ({ phaseMs }) =>
        isWeek ? `${WEEKDAYS[Math.floor(phaseMs / DAY_MS) % 7]} ${timeOfDay(phaseMs)}` : timeOfDay(phaseMs),
    },
    ...series.starts.map((startMs, index) => ({
      label: shortTime(startMs).replace(/ 00:00$/, ''),
      words: ({ used }: SeasonRow) => amount(used[index]),
    })),
    { label: 'Recommended', words: ({ recommended }) => amount(recommended) },
  ];
}

type Test = SeasonView['tests'][number];

/** What testing a period came to, in one sentence. */
export function testWords({ periodMs, verdict, rounds, strength = 0, least = 0, chance }: Test): string {
  const period =
    periodMs === DAY_MS
      ? 'By day'
      : periodMs === 7 * DAY_MS
        ? 'By week'
        : `Every ${formatDuration(periodMs)}`;
  const correlation = `autocorrelation ${strength.toFixed(2)}`;
  const needs = `, and ${least.toFixed(2)} would do`;
  switch (verdict) {
    case 'found':
      return `${period}: found, ${correlation} over ${rounds} rounds, chance of noise ${chanceWords(chance)}.`;
    case 'too-short':
      return `${period}: too early, it takes two rounds and ${rounds === 0 ? 'none is' : 'one is'} over.`;
    case 'flat':
      return `${period}: none, usage does not change.`;
    case 'weak':
      return `${period}: none, ${correlation}${needs}.`;
    case 'drift':
      return `${period}: none, ${correlation} is no peak: usage drifts${needs}.`;
    case 'no-gain':
      return `${period}: ${correlation} is not clearly more than the shorter period has.`;
    case 'noise':
      return `${period}: none, ${correlation}, but noise looks like this with a chance of ${chanceWords(chance)}.`;
  }
}

function chanceWords(chance = 0): string {
  return chance < 0.001 ? 'below 0.1 %' : formatShare(chance);
}

/** What follows from the tests. */
export function seasonWords(resource: Resource, { periodMs, coming, present }: SeasonView): string {
  if (periodMs === undefined || !coming) return 'Until a period is found, it recommends as default.';
  const used = present === undefined ? '' : ` Used now: ${formatAmount(resource, present)}.`;
  return `The coming ${formatDuration(coming.horizonMs)} needed up to ${formatAmount(resource, coming.amount)} before, without the margin.${used}`;
}

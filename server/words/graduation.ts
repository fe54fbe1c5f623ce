import type { Resource } from '../objects/units';
import { resourceName } from './amounts';
import { countOf } from './counts';
import { figureWords } from './figures';

import { type Row, row } from './reasons/row';
import { formatDuration, relativeTime } from './times';

/** The figures of a replay that decide. OOM kills are per container and day, the others shares from 0 to 1. */
export interface ReplayFigures {
  readonly oomsADay: number;
  readonly cpuShort: number;
  readonly memoryShort: number;
}

/** How the replay of a workload stands. */
export type ReplayFact =
  | { readonly state: 'none' }
  | { readonly state: 'queued'; readonly before: number }
  | { readonly state: 'running'; readonly sinceMs: number }
  | {
      readonly state: 'done';
      readonly id: string;
      readonly atMs: number;
      /** How much of the past counted. */
      readonly countedMs: number;
      readonly figures: ReplayFigures;
    }
  | { readonly state: 'failed'; readonly atMs: number; readonly why: string };

interface Wait {
  readonly untilMs: number;
}

function left({ untilMs }: Wait, nowMs: number): string {
  return untilMs > nowMs ? `another ${formatDuration(untilMs - nowMs)}` : 'over';
}

function percent(share: number): string {
  return figureWords('share', share);
}

function shortWords({ oomsADay, cpuShort, memoryShort }: ReplayFigures): string {
  return `OOM kills ${figureWords('a day', oomsADay)}, short of CPU ${percent(cpuShort)} and of memory ${percent(memoryShort)} of the time`;
}

function replayWords(
  found: { replay: ReplayFact; days: number; limits: ReplayFigures },
  nowMs: number,
): string {
  const { replay, limits } = found;
  switch (replay.state) {
    case 'none':
      return 'it runs once everything else is met';
    case 'queued':
      return replay.before === 0 ? 'it is next' : `${countOf(replay.before, 'workload')} before it`;
    case 'running':
      return `running for ${formatDuration(Math.max(0, nowMs - replay.sinceMs))}`;
    case 'failed':
      return `tried ${relativeTime(replay.atMs, nowMs)}: ${replay.why}`;
    case 'done':
      return (
        `${shortWords(replay.figures)} in ${formatDuration(replay.countedMs)}, replayed ${relativeTime(replay.atMs, nowMs)}; ` +
        `allowed are ${figureWords('a day', limits.oomsADay)}, ${percent(limits.cpuShort)} and ${percent(limits.memoryShort)}`
      );
  }
}

/** What a step up needs, with the numbers behind it. */
export const GRADUATION_CONDITIONS = {
  stay: row(
    'It stays on each step for a while.',
    ({ stayMs, sinceMs }: { stayMs: number; sinceMs: number }, nowMs) =>
      `${formatDuration(Math.max(0, nowMs - sinceMs))} on this step, ${formatDuration(stayMs)} needed`,
  ),
  retry: row(
    'After a fall it waits longer each time.',
    (found: { falls: number; lastFallMs: number } & Wait, nowMs) =>
      `fell ${found.falls === 1 ? 'once' : `${found.falls} times`}, last ${relativeTime(found.lastFallMs, nowMs)}; ${left(found, nowMs)}`,
  ),
  calm: row(
    'Memory did not run out lately.',
    (found: { lastOomMs?: number; container?: string; isEviction?: boolean } & Wait, nowMs) =>
      found.lastOomMs === undefined
        ? 'no OOM kill is known, and no eviction for memory'
        : `${found.isEviction ? `a pod was evicted for memory, of which ${found.container} used too much,` : `${found.container} was OOM-killed`} ${relativeTime(found.lastOomMs, nowMs)}; ${left(found, nowMs)}`,
  ),
  history: row(
    'The usage is known for long enough.',
    (found: { historyMs?: number; container?: string; neededMs: number }) =>
      found.historyMs === undefined
        ? `no usage is known; ${formatDuration(found.neededMs)} needed`
        : `${formatDuration(found.historyMs)} of usage of ${found.container}, ${formatDuration(found.neededMs)} needed`,
  ),
  samples: row(
    'There are enough samples.',
    (found: { samples?: number; container?: string; needed: number }) =>
      found.samples === undefined
        ? `no sample is known; ${found.needed.toLocaleString('en-US')} needed`
        : `${countOf(found.samples, 'sample')} of ${found.container}, ${found.needed.toLocaleString('en-US')} needed`,
  ),
  quiet: row(
    'The targets are stable.',
    (found: {
      coveredMs: number;
      overMs: number;
      /** Of the target that moved most, over its newest value; absent if none is known. */
      change?: { share: number; container: string; resource: Resource };
      most: number;
      isAway: boolean;
    }) => {
      const { change, coveredMs, overMs, most, isAway } = found;
      const known = `targets known for ${formatDuration(coveredMs)} of ${formatDuration(overMs)}`;
      const away = isAway ? '; the database does not answer, so only what this process saw counts' : '';
      if (!change) return `${known}${away}`;
      const moved = `${resourceName(change.resource)} of ${change.container} moved by ${percent(change.share)}, at most ${percent(most)}`;
      return `${moved}; ${known}${away}`;
    },
  ),
  replay: row('A replay of the last days is clean.', replayWords),
} as const;

export type GraduationConditionCode = keyof typeof GRADUATION_CONDITIONS;

type EvidenceOf<Rows, Code extends keyof Rows> = Rows[Code] extends Row<infer Evidence> ? Evidence : never;

/** A condition of a step up: whether it is met; undefined while that is not known. */
export type GraduationCondition = {
  [Code in GraduationConditionCode]: {
    code: Code;
    isMet: boolean | undefined;
  } & EvidenceOf<typeof GRADUATION_CONDITIONS, Code>;
}[GraduationConditionCode];

export const GRADUATION_STEPS = {
  begun: row('Graduation began.'),
  'steps-changed': row('The list of steps changed.', ({ was }: { was: string }) => `it was on ${was}`),
  'clock-set-back': row(
    'The step was dated later than now, so it began again.',
    ({ aheadMs }: { aheadMs: number }) => `by ${formatDuration(aheadMs)}`,
  ),
  met: row(
    'Every condition of the step was met.',
    ({ conditions }: { conditions: readonly GraduationCondition[] }, nowMs) =>
      conditions.map((one) => conditionEvidence(one, nowMs)).join('; '),
  ),
  'oom-killed': row(
    'Memory ran out.',
    (
      found: { container: string; pod: string; atMs: number; detail: string; isEviction?: boolean },
      nowMs,
    ) => {
      const ago = relativeTime(found.atMs, nowMs);
      return found.isEviction
        ? `${found.pod} was evicted ${ago}, because its node had no memory left and ${found.container} used too much`
        : `${found.container} of ${found.pod} was OOM-killed ${ago}${found.detail ? `: ${found.detail}` : ''}`;
    },
  ),
  'loop-broken': row(
    'Evicted pods came back without the target.',
    ({ misses, limit, lastMissMs }: { misses: number; limit: number; lastMissMs: number }, nowMs) =>
      `${countOf(misses, 'pod')}, the limit is ${limit}; the last ${relativeTime(lastMissMs, nowMs)}`,
  ),
} as const;

export type GraduationStepCode = keyof typeof GRADUATION_STEPS;

export type GraduationWhy = {
  [Code in GraduationStepCode]: { code: Code } & EvidenceOf<typeof GRADUATION_STEPS, Code>;
}[GraduationStepCode];

export const GRADUATION_STANDINGS = {
  climbing: row('It goes up a step once every condition is met.'),
  top: row('It is on the last step.'),
  stopped: row('A stop is in force, so graduation waits.'),
  'by-hand': row(
    'Someone set the update mode, so graduation leaves it alone.',
    ({ mode, step }: { mode: string; step: string }) => `it is ${mode}, and graduation was on ${step}`,
  ),
  unreadable: row('The rules of the graduation cannot be read, so nothing changes.'),
  elsewhere: row('Another process runs graduation, so only what the VPA notes is known here.'),
} as const;

export type GraduationStanding = {
  [Code in keyof typeof GRADUATION_STANDINGS]: { code: Code } & EvidenceOf<typeof GRADUATION_STANDINGS, Code>;
}[keyof typeof GRADUATION_STANDINGS];

function evidenceOf<Found extends { code: string }>(
  rows: Readonly<Record<string, Row<never>>>,
  found: Found,
  nowMs: number,
): string {
  return (rows[found.code] as Row<Found> | undefined)?.evidence(found, nowMs) ?? '';
}

/** The numbers behind a condition. `nowMs` is the cluster's time. */
export function conditionEvidence(found: GraduationCondition, nowMs: number): string {
  return evidenceOf(GRADUATION_CONDITIONS, found, nowMs);
}

/** Why a VPA came to its step, as one sentence with its numbers. `nowMs` is the cluster's time. */
export function stepText(why: GraduationWhy, nowMs: number): string {
  return sentenceOf(GRADUATION_STEPS[why.code].sentence, evidenceOf(GRADUATION_STEPS, why, nowMs));
}

export function standingText(standing: GraduationStanding): string {
  return sentenceOf(
    GRADUATION_STANDINGS[standing.code].sentence,
    evidenceOf(GRADUATION_STANDINGS, standing, 0),
  );
}

function sentenceOf(sentence: string, evidence: string): string {
  return evidence ? `${sentence.replace(/\.$/, '')}: ${evidence}.` : sentence;
}

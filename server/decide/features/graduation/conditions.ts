import type { GraduationCondition } from '../../../words/graduation';
import type { ContainerConfidence, GraduationFacts } from './facts';
import type { GraduationRules } from './rules';
import type { StepNote } from './step-note';

const DAY_MS = 86_400_000;
/** So many times the longest wait without a fall, and falls are forgotten. */
const FORGOTTEN_AFTER_WAITS = 3;
/** The share of a time that must be known: a little is always missing at its beginning. */
const KNOWN_SHARE = 0.75;

/** The falls that still count. */
export function fallsOf({ falls, lastFallMs }: StepNote, rules: GraduationRules, nowMs: number): number {
  if (falls === 0 || lastFallMs === undefined) return 0;
  return nowMs - lastFallMs > FORGOTTEN_AFTER_WAITS * rules.longestRetry ? 0 : falls;
}

/** How long a VPA waits after so many falls: twice as long after each. */
export function retryMs(falls: number, { retry, longestRetry }: GraduationRules): number {
  const doublings = Math.min(falls - 1, 40);
  return falls === 0 ? 0 : Math.min(longestRetry, 2 ** doublings * retry);
}

/**
 * What a step up needs, the cheapest to know first. Those that depend on time alone come first, so that nothing is
 * asked for while they are not met.
 */
export function graduationConditions(
  rules: GraduationRules,
  note: StepNote,
  facts: GraduationFacts,
  nowMs: number,
): GraduationCondition[] {
  return [
    ...timeConditions(rules, note, facts, nowMs),
    ...confidenceConditions(rules, facts.confidence),
    quietCondition(rules, facts),
    replayCondition(rules, facts, nowMs),
  ];
}

function timeConditions(
  rules: GraduationRules,
  note: StepNote,
  { oom }: GraduationFacts,
  nowMs: number,
): GraduationCondition[] {
  const { sinceMs, lastFallMs } = note;
  const falls = fallsOf(note, rules, nowMs);
  const retryUntilMs = (lastFallMs ?? 0) + retryMs(falls, rules);
  const calmUntilMs = oom ? oom.atMs + rules.stay : 0;
  return [
    { code: 'stay', isMet: nowMs - sinceMs >= rules.stay, stayMs: rules.stay, sinceMs },
    ...(falls > 0 && lastFallMs !== undefined
      ? [
          {
            code: 'retry' as const,
            isMet: nowMs >= retryUntilMs,
            falls,
            lastFallMs,
            untilMs: retryUntilMs,
          },
        ]
      : []),
    {
      code: 'calm',
      isMet: nowMs >= calmUntilMs,
      untilMs: calmUntilMs,
      ...(oom && {
        lastOomMs: oom.atMs,
        container: oom.container,
        ...(oom.isEviction && { isEviction: true }),
      }),
    },
  ];
}

function confidenceConditions(
  rules: GraduationRules,
  confidence: readonly ContainerConfidence[] | undefined,
): GraduationCondition[] {
  const [first, ...rest] = confidence ?? [];
  const { history: neededMs, samples: needed } = rules;
  if (!first) {
    // Without a container nothing has been learned; without a recommender nothing is known here.
    const isMet = confidence ? false : undefined;
    return [
      { code: 'history', isMet, neededMs },
      { code: 'samples', isMet, needed },
    ];
  }
  const shortest = rest.reduce((least, one) => (one.historyMs < least.historyMs ? one : least), first);
  const fewest = rest.reduce((least, one) => (one.samples < least.samples ? one : least), first);
  return [
    {
      code: 'history',
      isMet: shortest.historyMs >= neededMs,
      historyMs: shortest.historyMs,
      container: shortest.container,
      neededMs,
    },
    {
      code: 'samples',
      isMet: fewest.samples >= needed,
      samples: fewest.samples,
      container: fewest.container,
      needed,
    },
  ];
}

function quietCondition({ quiet }: GraduationRules, { targets }: GraduationFacts): GraduationCondition {
  const { over: overMs, change: most } = quiet;
  if (!targets) return { code: 'quiet', isMet: undefined, coveredMs: 0, overMs, most, isAway: false };
  const { coveredMs, change, isAway } = targets;
  const isKnown = coveredMs >= overMs * KNOWN_SHARE && change !== undefined;
  return {
    code: 'quiet',
    isMet: isKnown && change.share <= most,
    coveredMs,
    overMs,
    most,
    isAway,
    ...(change && { change }),
  };
}

/** A replay counts for so long; then there is another. */
const REPLAY_COUNTS_MS = DAY_MS;

function replayCondition(
  { replay: limits }: GraduationRules,
  { replay }: GraduationFacts,
  nowMs: number,
): GraduationCondition {
  const { days, oomsADay, cpuShort, memoryShort } = limits;
  const common = { code: 'replay', replay, days, limits: { oomsADay, cpuShort, memoryShort } } as const;
  const isOver = replay.state === 'done' || replay.state === 'failed';
  if (!isOver || isReplayOld(replay.atMs, nowMs)) return { ...common, isMet: undefined };
  if (replay.state === 'failed') return { ...common, isMet: false };
  const { figures, countedMs } = replay;
  return {
    ...common,
    isMet:
      countedMs >= days * DAY_MS * KNOWN_SHARE &&
      figures.oomsADay <= oomsADay &&
      figures.cpuShort <= cpuShort &&
      figures.memoryShort <= memoryShort,
  };
}

/** Whether a replay was too long ago to count; one from the future, as after a clock is set back, is. */
function isReplayOld(atMs: number, nowMs: number): boolean {
  return nowMs - atMs >= REPLAY_COUNTS_MS || atMs > nowMs;
}

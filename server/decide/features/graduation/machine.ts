import type { UpdateMode } from '../../../objects/vpa-types';
import type { GraduationCondition, GraduationStanding, GraduationWhy } from '../../../words/graduation';
import { fallsOf, graduationConditions } from './conditions';
import type { GraduationFacts } from './facts';
import { type GraduationRules, rankOf, type StepMode } from './rules';
import type { StepNote } from './step-note';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** OOM kills so soon after a fall belong to what it fell for. */
const SAME_INCIDENT_MS = HOUR_MS;
/** A step dated further ahead than clocks differ comes from a clock that was set back. */
const AHEAD_MS = HOUR_MS;
/** What changes by itself is looked at so often. */
export const LOOK_EVERY_MS = HOUR_MS;

export interface GraduationInput {
  readonly rules: GraduationRules;
  /** As the VPA states it; undefined if it states none. */
  readonly mode: UpdateMode | undefined;
  readonly note: StepNote | undefined;
  /** Whether a stop holds the VPA, or has not given its mode back yet. */
  readonly isStopped: boolean;
  readonly facts: GraduationFacts;
  readonly nowMs: number;
}

/** A change of step. The mode is written with the note. */
export interface GraduationMove {
  readonly kind: 'begin' | 'up' | 'down';
  readonly from: UpdateMode | undefined;
  readonly note: StepNote;
}

/** What costs something to know, and would decide now. */
export type WantedStep = 'targets' | 'replay';

export interface GraduationJudgement {
  readonly standing: GraduationStanding;
  /** The step it is on; undefined before it began. */
  readonly step?: StepMode;
  readonly next?: StepMode;
  readonly conditions: readonly GraduationCondition[];
  readonly move?: GraduationMove;
  readonly wanted?: WantedStep;
  /** When to look again, unless something changes before. */
  readonly lookAtMs: number;
}

/**
 * Where a VPA stands and what becomes of it: at most one step up or down at a time. A stop comes first, then a mode
 * that somebody set, then reasons to fall, then the conditions of the next step.
 */
export function judgeGraduation(input: GraduationInput): GraduationJudgement {
  const { rules, mode, note, isStopped, nowMs } = input;
  const later = { conditions: [], lookAtMs: nowMs + LOOK_EVERY_MS };
  if (isStopped) return { standing: { code: 'stopped' }, ...(note && { step: note.step }), ...later };
  if (!note) return beginning(input, begunAt(rules, mode), { code: 'begun' });
  if (!mode || rankOf(mode) !== rankOf(note.step))
    return {
      standing: { code: 'by-hand', mode: mode ?? 'not set', step: note.step },
      step: note.step,
      ...later,
    };
  const index = rules.steps.indexOf(note.step);
  if (index < 0) return beginning(input, begunAt(rules, mode), { code: 'steps-changed', was: note.step });
  const aheadMs = note.sinceMs - nowMs;
  if (aheadMs > AHEAD_MS) return beginning(input, note.step, { code: 'clock-set-back', aheadMs });
  const fall = index > 0 ? reasonToFall(input, note) : undefined;
  const lower = rules.steps[index - 1];
  if (fall && lower) return falling(input, note, lower, fall);
  const next = rules.steps[index + 1];
  if (!next)
    return {
      standing: { code: 'top' },
      step: note.step,
      conditions: [],
      lookAtMs: nowMs + DAY_MS,
    };
  return climbing(input, note, next);
}

/** The strongest step that changes no more than the mode does; the first one without a mode. */
function begunAt({ steps }: GraduationRules, mode: UpdateMode | undefined): StepMode {
  const [first = 'Off'] = steps;
  return (mode && steps.findLast((step) => rankOf(step) <= rankOf(mode))) ?? first;
}

function beginning(input: GraduationInput, step: StepMode, why: GraduationWhy): GraduationJudgement {
  const { note, mode, nowMs, rules } = input;
  const falls = note ? fallsOf(note, rules, nowMs) : 0;
  const fallen =
    note?.lastFallMs !== undefined && falls > 0 ? { lastFallMs: Math.min(note.lastFallMs, nowMs) } : {};
  return {
    standing: { code: 'climbing' },
    step,
    conditions: [],
    move: { kind: 'begin', from: mode, note: { step, sinceMs: nowMs, why, falls, ...fallen } },
    lookAtMs: nowMs,
  };
}

function reasonToFall(
  { facts: { oom, loop } }: GraduationInput,
  { sinceMs, lastFallMs }: StepNote,
): GraduationWhy | undefined {
  const sinceFallMs = lastFallMs === undefined ? sinceMs : Math.max(sinceMs, lastFallMs + SAME_INCIDENT_MS);
  if (oom && oom.atMs > sinceFallMs) return { code: 'oom-killed', ...oom };
  if (loop && loop.limit > 0 && loop.misses >= loop.limit && loop.lastMissMs > sinceMs)
    return { code: 'loop-broken', ...loop };
  return undefined;
}

function falling(
  { rules, mode, nowMs }: GraduationInput,
  note: StepNote,
  step: StepMode,
  why: GraduationWhy,
): GraduationJudgement {
  const falls = fallsOf(note, rules, nowMs) + 1;
  return {
    standing: { code: 'climbing' },
    step: note.step,
    conditions: [],
    move: { kind: 'down', from: mode, note: { step, sinceMs: nowMs, why, falls, lastFallMs: nowMs } },
    lookAtMs: nowMs,
  };
}

function climbing(input: GraduationInput, note: StepNote, next: StepMode): GraduationJudgement {
  const { rules, mode, facts, nowMs } = input;
  const conditions = graduationConditions(rules, note, facts, nowMs);
  const common = { standing: { code: 'climbing' }, step: note.step, next, conditions } as const;
  const open = conditions.find(({ isMet }) => isMet !== true);
  if (!open) {
    const { falls, lastFallMs } = note;
    const fallen = { falls, ...(lastFallMs !== undefined && { lastFallMs }) };
    const why: GraduationWhy = { code: 'met', conditions };
    return {
      ...common,
      move: { kind: 'up', from: mode, note: { step: next, sinceMs: nowMs, why, ...fallen } },
      lookAtMs: nowMs,
    };
  }
  const wanted = open.isMet === undefined ? wantedFor(open, facts) : undefined;
  return { ...common, ...(wanted && { wanted }), lookAtMs: lookAt(open, input, note) };
}

function wantedFor(open: GraduationCondition, { replay }: GraduationFacts): WantedStep | undefined {
  if (open.code === 'quiet') return 'targets';
  const isUnderWay = replay.state === 'queued' || replay.state === 'running';
  return open.code === 'replay' && !isUnderWay ? 'replay' : undefined;
}

/** When the condition could be met: known for what only takes time, else after a while. */
function lookAt(open: GraduationCondition, { nowMs }: GraduationInput, note: StepNote): number {
  const inAWhileMs = nowMs + LOOK_EVERY_MS;
  switch (open.code) {
    case 'stay':
      return Math.max(nowMs + 1, Math.min(note.sinceMs, nowMs) + open.stayMs);
    case 'retry':
    case 'calm':
      return Math.max(nowMs + 1, open.untilMs);
    case 'history':
    case 'samples':
    case 'quiet':
      return inAWhileMs;
    case 'replay': {
      const { replay } = open;
      const isOver = replay.state === 'done' || replay.state === 'failed';
      return isOver && open.isMet === false ? Math.max(inAWhileMs, replay.atMs + DAY_MS) : inAWhileMs;
    }
  }
}

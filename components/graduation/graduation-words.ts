import type { GraduationAnswer, GraduationStep } from '@/server/contract/graduation';
import {
  conditionEvidence,
  GRADUATION_CONDITIONS,
  type GraduationCondition,
  standingText,
  stepText,
} from '@/server/words/graduation';

/** A step of the line: passed, the present one, or yet to come. */
export interface LineStep {
  readonly mode: string;
  readonly state: 'passed' | 'present' | 'ahead';
}

/** The steps one after the other; none if the rules cannot be read. */
export function lineSteps({ rules, note }: Pick<GraduationAnswer, 'rules' | 'note'>): LineStep[] {
  const steps = rules?.steps ?? [];
  const at = note ? steps.indexOf(note.step) : -1;
  return steps.map((mode, index) => ({
    mode,
    state: index === at ? 'present' : index < at ? 'passed' : 'ahead',
  }));
}

export interface GraduationConditionLine {
  readonly code: GraduationCondition['code'];
  readonly tone: 'good' | 'warning' | 'quiet';
  readonly state: 'met' | 'not met' | 'not known yet';
  readonly sentence: string;
  readonly evidence: string;
  /** The replay that its figures are from. */
  readonly replay?: string;
}

export function graduationConditionLines(
  conditions: readonly GraduationCondition[],
  nowMs: number,
): GraduationConditionLine[] {
  return conditions.map((one) => ({
    code: one.code,
    sentence: GRADUATION_CONDITIONS[one.code].sentence,
    evidence: conditionEvidence(one, nowMs),
    ...(one.isMet === undefined
      ? ({ tone: 'quiet', state: 'not known yet' } as const)
      : one.isMet
        ? ({ tone: 'good', state: 'met' } as const)
        : ({ tone: 'warning', state: 'not met' } as const)),
    ...replayOf(one),
  }));
}

function replayOf(one: GraduationCondition): { replay?: string } {
  return one.code === 'replay' && one.replay.state === 'done' ? { replay: one.replay.id } : {};
}

export interface StepLine {
  readonly atMs: number;
  readonly title: string;
  readonly tone: 'good' | 'warning' | 'quiet';
  readonly why: string;
  readonly met: readonly GraduationConditionLine[];
}

/** The steps taken, newest first; without the record, the last one, which the VPA notes itself. */
export function stepLines({ steps, note }: Pick<GraduationAnswer, 'steps' | 'note'>): StepLine[] {
  const isRecorded = steps.some(({ atMs, to }) => note && to === note.step && atMs >= note.sinceMs);
  const own: GraduationStep[] =
    note && !isRecorded
      ? [
          {
            atMs: note.sinceMs,
            to: note.step,
            kind: kindOf(note.why.code),
            outcome: 'done',
            why: note.why,
            detail: '',
          },
        ]
      : [];
  return [...own, ...steps].map(({ atMs, from, to, kind, outcome, why, detail }) => ({
    atMs,
    title: kind === 'begin' ? `Began on ${to}` : `${from ? `${from} → ` : ''}${to}`,
    tone: outcome === 'done' ? TONES[kind] : 'quiet',
    why: outcome === 'done' ? whyText(why, atMs, detail) : `No answer, so it may have been taken: ${detail}`,
    met: why?.code === 'met' ? graduationConditionLines(why.conditions, atMs) : [],
  }));
}

const TONES = { begin: 'quiet', up: 'good', down: 'warning' } as const;

function kindOf(code: string): GraduationStep['kind'] {
  if (code === 'met') return 'up';
  return code === 'oom-killed' || code === 'loop-broken' ? 'down' : 'begin';
}

function whyText(why: GraduationStep['why'], atMs: number, detail: string): string {
  if (!why) return detail;
  return why.code === 'met' ? 'Every condition of the step was met.' : stepText(why, atMs);
}

export function standingWords({ standing, next }: Pick<GraduationAnswer, 'standing' | 'next'>): string {
  if (standing.code === 'climbing' && next) return `It goes up to ${next} once every condition is met.`;
  return standingText(standing);
}

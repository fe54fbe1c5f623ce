import type { UpdateMode } from '@/server/contract/kubernetes';
import type { ForeseenPods, NewPodsOfVpa, PodCounts } from '@/server/contract/operations';
import type { BulkForecast, BulkOutcome, BulkStep, NotTaken } from '@/server/contract/requests/bulk';
import type { WorkloadChoice } from '@/server/contract/workloads';
import { SKIP_TABLE, type SkipReason } from '@/server/words/bulk';
import { countOf } from '@/server/words/counts';

/** The object of a step, as people name it. */
export function stepName(step: BulkStep): string {
  return `${step.namespace}/${step.kind === 'make' ? `${step.target.kind} ${step.target.name}` : step.name}`;
}

/** What is asked of those chosen, and those of which it cannot be asked. */
export interface BulkChange {
  steps: BulkStep[];
  leftOut: LeftWorkload[];
}

export interface LeftWorkload {
  name: string;
  reason: SkipReason | 'failed';
  detail?: string;
}

/** A mode for every VPA among the chosen. */
export function modeSteps(chosen: readonly WorkloadChoice[], mode: UpdateMode): BulkChange {
  const asked: BulkChange = { steps: [], leftOut: [] };
  for (const { namespace, name, hasNoVpa } of chosen)
    if (hasNoVpa) asked.leftOut.push({ name: `${namespace}/${name}`, reason: 'has-no-vpa' });
    else asked.steps.push({ kind: 'mode', namespace, name, mode });
  return asked;
}

/** A VPA for every workload without one among the chosen. */
export function makeSteps(chosen: readonly WorkloadChoice[]): BulkChange {
  const asked: BulkChange = { steps: [], leftOut: [] };
  for (const { namespace, name, target, hasNoVpa } of chosen) {
    const { apiVersion = '', kind } = target;
    if (hasNoVpa)
      asked.steps.push({ kind: 'make', namespace, target: { apiVersion, kind, name: target.name } });
    else asked.leftOut.push({ name: `${namespace}/${name}`, reason: 'has-vpa' });
  }
  return asked;
}

/** A step that would be taken, in words. */
export interface ForecastLine {
  name: string;
  words: string;
  /** What the next pass changes in its pods, and in which mode; absent if it changes none. */
  pods?: { groups: readonly ForeseenPods[]; mode: UpdateMode };
  /** What new pods get then, where running ones are left alone. */
  newPods?: NewPodsOfVpa;
  /** What it would have been last week; of a change of mode. */
  replay?: { namespace: string; name: string; mode: UpdateMode };
}

export interface ForecastSum {
  /** The steps that would be taken: those that are asked for once people confirm. */
  steps: BulkStep[];
  lines: ForecastLine[];
  left: LeftWorkload[];
  /** Over all pods, in the next pass; absent if this process plans none. */
  pods?: PodCounts;
  /** How many of them a stop holds. */
  stopped: number;
}

/** What the steps would do together. A mode is changed only from the one that was shown. */
export function forecastSum({ steps, leftOut }: BulkChange, forecasts: readonly BulkForecast[]): ForecastSum {
  const sum: ForecastSum = { steps: [], lines: [], left: [...leftOut], stopped: 0 };
  for (const [index, step] of steps.entries()) {
    const forecast = forecasts[index];
    if (forecast?.kind !== 'changes') {
      if (forecast) sum.left.push(leftAs(step, forecast));
      continue;
    }
    const { from, pods, isStopped } = forecast;
    sum.steps.push(step.kind === 'mode' && from ? { ...step, from } : step);
    sum.lines.push(lineOf(step, forecast));
    if (isStopped) sum.stopped++;
    if (pods)
      sum.pods = {
        evict: (sum.pods?.evict ?? 0) + pods.evict,
        resize: (sum.pods?.resize ?? 0) + pods.resize,
        wait: (sum.pods?.wait ?? 0) + pods.wait,
        leave: (sum.pods?.leave ?? 0) + pods.leave,
      };
  }
  return sum;
}

function lineOf(step: BulkStep, forecast: Changes): ForecastLine {
  const line = { name: stepName(step), words: forecastWords(step, forecast) };
  if (step.kind !== 'mode') return line;
  const { namespace, name, mode } = step;
  const { foreseen, newPods } = forecast;
  return {
    ...line,
    ...(foreseen && { pods: { groups: foreseen, mode } }),
    ...(newPods && { newPods }),
    replay: { namespace, name, mode },
  };
}

type Changes = Extract<BulkForecast, { kind: 'changes' }>;

function forecastWords(step: BulkStep, { from, pods }: Changes): string {
  switch (step.kind) {
    case 'make':
      return 'gets a VPA in mode Off';
    case 'remove':
      return 'is removed';
    case 'mode': {
      const touched = [
        pods?.evict ? `evicts ${countOf(pods.evict, 'pod')}` : '',
        pods?.resize ? `resizes ${countOf(pods.resize, 'pod')}` : '',
      ].filter(Boolean);
      return [`${from ?? 'unknown'} → ${step.mode}`, ...touched].join(', ');
    }
  }
}

/** What the next pass does, in a sentence; undefined if this process plans no pods. */
export function podsSentence(pods: PodCounts | undefined): string | undefined {
  if (!pods) return undefined;
  const { evict, resize, wait } = pods;
  const waiting = wait > 0 ? ` ${countOf(wait, 'more pod waits', 'more pods wait')}.` : '';
  if (evict === 0 && resize === 0) return `The next pass changes none of their running pods.${waiting}`;
  const done = [
    evict > 0 ? `evicts ${countOf(evict, 'pod')}` : '',
    resize > 0 ? `resizes ${countOf(resize, 'pod')} in place` : '',
  ].filter(Boolean);
  return `The next pass ${done.join(' and ')}.${waiting}`;
}

export interface OutcomeSum {
  done: number;
  left: LeftWorkload[];
  /** Steps that were not sent, because people ended it or the server went away. */
  unsent: number;
  /** Steps that were sent, of which nobody knows what came. */
  unsure: number;
  /** What undoes it, newest first. */
  undo: BulkStep[];
}

/** What came of the steps. Of those without an outcome, the first `unsure` were sent. */
export function outcomeSum(
  steps: readonly BulkStep[],
  outcomes: readonly BulkOutcome[],
  unsure: number,
): OutcomeSum {
  const sum: OutcomeSum = {
    done: 0,
    left: [],
    unsent: steps.length - outcomes.length - unsure,
    unsure,
    undo: [],
  };
  for (const [index, step] of steps.entries()) {
    const outcome = outcomes[index];
    if (!outcome) break;
    if (outcome.kind !== 'done') sum.left.push(leftAs(step, outcome));
    else {
      sum.done++;
      sum.undo.unshift(outcome.undo);
    }
  }
  return sum;
}

function leftAs(step: BulkStep, one: NotTaken): LeftWorkload {
  const name = stepName(step);
  return one.kind === 'failed'
    ? { name, reason: 'failed', detail: one.message }
    : { name, reason: one.reason, ...(one.detail !== undefined && { detail: one.detail }) };
}

export interface LeftGroup {
  sentence: string;
  left: LeftWorkload[];
}

/** Those left alone, by reason; most first. */
export function leftGroups(left: readonly LeftWorkload[]): LeftGroup[] {
  const groups = new Map<LeftWorkload['reason'], LeftWorkload[]>();
  for (const one of left) {
    const group = groups.get(one.reason);
    if (group) group.push(one);
    else groups.set(one.reason, [one]);
  }
  return [...groups]
    .map(([reason, members]) => ({
      sentence: reason === 'failed' ? 'It was refused.' : SKIP_TABLE[reason],
      left: members,
    }))
    .sort((a, b) => b.left.length - a.left.length);
}

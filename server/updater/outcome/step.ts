import type { ChangeTrial, HeldAmounts, OutcomeState, Worse } from '../../decide/pods/outcome/state';
import { backoffMs } from '../../lib/time/backoff';
import type { Amounts } from '../../objects/units';
import type { CameOfIt } from '../../words/outcomes';
import type { SeenPod } from './seen-pod';
import { type FollowSettings, judgeHeld, judgeTrial, type Release } from './verdict';

const DAY_MS = 86_400_000;
const LONGEST_HELD_MS = 30 * DAY_MS;
/** How a change turned out that gave a container all the memory that there is room for. */
const TAKEN: readonly Worse['how'][] = ['no-better', 'pending'];
/** A memory limit is only lowered by more than a fifth. */
const WORTH_A_CHANGE = 0.8;

/** What is to be told of a change: with the pods changed from `sinceMs` to `untilMs` this came of it. */
export interface Told {
  readonly cameOfIt: CameOfIt;
  readonly sinceMs: number;
  readonly untilMs: number;
  /** If it was undone: what is held now. */
  readonly held?: HeldAmounts;
}

export interface OutcomeStep {
  readonly state: OutcomeState;
  readonly told: readonly Told[];
  /** Why amounts are no longer held, if they were until now. */
  readonly released?: Exclude<Release, { kind: 'held' }>;
}

export interface StepSettings extends FollowSettings {
  /** How long amounts are held the first time. */
  readonly heldMs: number;
  /** What a container may use of memory that takes all it finds, in bytes; undefined if that is not to be limited. */
  fence?(container: string, triedBytes: number): number | undefined;
}

/** The state of the outcome after a look at the pods; the same object if nothing changed. */
export function stepped(
  state: OutcomeState,
  pods: readonly SeenPod[],
  policy: string,
  settings: StepSettings,
): OutcomeStep {
  const released = fencedAnew(withoutHeld(state, pods, policy, settings), settings);
  const { trial } = released.state;
  if (!trial) return released;
  const verdict = judgeTrial(trial, pods, settings);
  const span = { sinceMs: trial.sinceMs, untilMs: settings.nowMs };
  const { trial: _over, ...rest } = released.state;
  switch (verdict.kind) {
    case 'pending':
      return verdict.runs
        ? { ...released, told: [...released.told, { cameOfIt: 'running', ...span }] }
        : released;
    case 'kept':
      return { ...released, state: { ...rest, undone: 0 }, told: [{ cameOfIt: 'kept', ...span }] };
    case 'not-ours':
    case 'refused':
    case 'unknown':
      return { ...released, state: rest, told: [{ cameOfIt: verdict.kind, ...span }] };
    case 'worse': {
      const { kind: _kind, ...worse } = verdict;
      const held = heldBy(trial, worse, rest, policy, settings);
      return {
        ...released,
        state: { ...rest, held, undone: rest.undone + 1 },
        told: [{ cameOfIt: 'undone', ...span, held }],
      };
    }
  }
}

function withoutHeld(
  state: OutcomeState,
  pods: readonly SeenPod[],
  policy: string,
  { nowMs, capacityWithinMs }: StepSettings,
): OutcomeStep {
  const { held, ...rest } = state;
  const release = held && judgeHeld(held, pods, policy, { nowMs, undone: state.undone, capacityWithinMs });
  if (!release || release.kind === 'held') return { state, told: [] };
  // What was learned about another program or policy is no reason to hold longer the next time.
  const isCounted =
    release.kind === 'try-again' ||
    release.kind === 'no-room' ||
    (release.kind === 'refuted' && held?.how === 'pending');
  const undone = isCounted ? rest.undone : 0;
  return { state: { ...rest, undone }, told: [], released: release };
}

/**
 * What takes all gets its limit once one of its pods has a node, and must do with less once the others on its nodes
 * request more.
 */
function fencedAnew(step: OutcomeStep, { fence }: StepSettings): OutcomeStep {
  const { held } = step.state;
  if (!held || !fence) return step;
  const lower = [...held.containers].flatMap(([name, tried]) => {
    const memoryLimit = tried.takesAll && fence(name, tried.to.memory ?? 0);
    return memoryLimit && memoryLimit < (tried.memoryLimit ?? Infinity) * WORTH_A_CHANGE
      ? [[name, { ...tried, memoryLimit }] as const]
      : [];
  });
  if (lower.length === 0) return step;
  const containers = new Map([...held.containers, ...lower]);
  return { ...step, state: { ...step.state, held: { ...held, containers } } };
}

function heldBy(
  { sinceMs, containers, program }: ChangeTrial,
  worse: Worse,
  { held, undone }: OutcomeState,
  policy: string,
  { nowMs, heldMs, fence }: StepSettings,
): HeldAmounts {
  const forMs = backoffMs({ firstMs: heldMs, longestMs: LONGEST_HELD_MS }, undone + 1);
  const kept = [...containers].flatMap(([name, { from, to, isAllThereIs, killedAfterMs }]) => {
    // Killed until now, or in vain since, it takes all there is again.
    const wasKilled = killedAfterMs !== undefined || worse.how === 'no-better';
    const takesAll = isAllThereIs && wasKilled && TAKEN.includes(worse.how);
    const memoryLimit = takesAll ? fence?.(name, to.memory ?? 0) : undefined;
    const limited = takesAll &&
      fence && { takesAll: true as const, ...(memoryLimit !== undefined && { memoryLimit }) };
    if (worse.how !== 'no-better') return [[name, { from, to, ...limited }] as const];
    if (name !== worse.container) return [];
    return [[name, { from: memoryOf(from), to: memoryOf(to), ...limited }] as const];
  });
  return {
    ...worse,
    sinceMs: nowMs,
    triedMs: sinceMs,
    untilMs: nowMs + forMs,
    containers: new Map([...(held?.containers ?? []), ...kept]),
    program,
    policy,
  };
}

function memoryOf({ memory }: Amounts): Amounts {
  return memory === undefined ? {} : { memory };
}

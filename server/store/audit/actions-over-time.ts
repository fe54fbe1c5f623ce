import { ROUND_STEPS_MS } from '../../words/duration-ticks';
import { ACTION_KINDS, type ActionKind } from '../../words/records';

/** An action with its time, Unix ms. */
export interface ActionTime {
  readonly atMs: number;
  readonly action: ActionKind;
}

export interface ActionsOverTime {
  /** Oldest first, without a gap; those in which nothing was done have no counts. */
  steps: ({ atMs: number } & Partial<Record<ActionKind, number>>)[];
  stepMs: number;
  /** Whether there were more than are counted, before the first step. */
  isCut: boolean;
}

/** The newest that are counted. */
export const MOST_ACTIONS = 1_000;
const MOST_STEPS = 48;
const DAY_MS = 24 * 3_600_000;

/**
 * Actions in steps of a round length, from the oldest that is known or the time asked for; undefined without any.
 * @param actions newest first, at most `MOST_ACTIONS`
 */
export function actionsOverTime(
  actions: readonly ActionTime[],
  { sinceMs, untilMs }: { sinceMs?: number | undefined; untilMs: number },
): ActionsOverTime | undefined {
  const oldest = actions.at(-1);
  if (!oldest) return undefined;
  const isCut = actions.length >= MOST_ACTIONS;
  const fromMs = isCut || sinceMs === undefined ? oldest.atMs : Math.min(sinceMs, oldest.atMs);
  const toMs = Math.max(untilMs, actions[0]?.atMs ?? untilMs);
  const least = (toMs - fromMs) / (MOST_STEPS - 1);
  const stepMs = ROUND_STEPS_MS.find((step) => step >= least) ?? Math.ceil(least / DAY_MS) * DAY_MS;
  const firstMs = Math.floor(fromMs / stepMs) * stepMs;
  const steps: ActionsOverTime['steps'] = Array.from(
    { length: Math.floor((toMs - firstMs) / stepMs) + 1 },
    (_, index) => ({ atMs: firstMs + index * stepMs }),
  );
  for (const { atMs, action } of actions) {
    const step = steps[Math.floor((atMs - firstMs) / stepMs)];
    if (step && ACTION_KINDS.includes(action)) step[action] = (step[action] ?? 0) + 1;
  }
  return { steps, stepMs, isCut };
}

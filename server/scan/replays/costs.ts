import type { Config } from '../../config';
import type { Figures } from '../../contract/figures';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { teachingMs } from '../../replay/counting';
import type { Onlooker } from '../../replay/engine/replay';
import type { ResourceSums } from '../../replay/engine/tally';
import { undisturbedSums } from '../../replay/engine/undisturbed';
import { DEFAULT_OPTIONS, type ReplayOptions, type ReplayWorkload } from '../../replay/engine/workload';
import { PolicyFault } from '../../replay/live/decider';
import { figuresLeftAlone, figuresUnder } from '../../replay/live/run';
import { replayedPolicy } from '../../replay/policies';
import type { Replayed, ReplayedCost } from '../report';

/** With less, a replay says nothing. */
const LEAST_STEPS = 24;

type LeftAlone = Omit<Replayed, 'recommended'>;

/** What is lived through: the past of a workload, as it is and under a VPA. */
export interface ReplayTask {
  readonly workload: ReplayWorkload;
  readonly alone: LeftAlone;
  readonly vpa: VerticalPodAutoscaler;
}

/** What the period cost with today's amounts; undefined if it is too short. */
export function costsLeftAlone(workload: ReplayWorkload): LeftAlone | undefined {
  const { startMs, stepMs, steps } = workload;
  if (steps < LEAST_STEPS) return undefined;
  const options = optionsFor(workload);
  const fromMs = startMs + options.learnMs;
  const undisturbed = undisturbedSums(workload, options);
  const now = undisturbed
    ? {
        cpuShort: shareOf(undisturbed.cpu),
        memoryShort: shareOf(undisturbed.memory),
        kills: 0,
        changes: 0,
      }
    : costOf(fromMs, (onlooker) => figuresLeftAlone(options, workload, onlooker));
  return { fromMs, toMs: startMs + steps * stepMs, now };
}

function shareOf({ knownMs, shortMs }: Pick<ResourceSums, 'knownMs' | 'shortMs'>): number {
  return knownMs > 0 ? shortMs / knownMs : 0;
}

/** The same, and what it would have cost under the VPA; undefined if the policy cannot be tried. */
export function replayedCosts({ workload, vpa, alone }: ReplayTask, config: Config): Replayed | undefined {
  try {
    const policy = { ...replayedPolicy(vpa, {}, config), config };
    const variant = { name: '', policy, options: optionsFor(workload) };
    const under = (onlooker: Onlooker) => figuresUnder(variant, workload, undefined, onlooker);
    return { ...alone, recommended: costOf(alone.fromMs, under) };
  } catch (error) {
    if (error instanceof PolicyFault) return undefined;
    throw error;
  }
}

function optionsFor({ steps, stepMs }: ReplayWorkload): ReplayOptions {
  return { ...DEFAULT_OPTIONS, learnMs: teachingMs(steps * stepMs) };
}

/** @param fromMs what happens before does not count, Unix ms */
function costOf(fromMs: number, figuresSeen: (onlooker: Onlooker) => Figures): ReplayedCost {
  let kills = 0;
  const {
    cpuShort = 0,
    memoryShort = 0,
    evictions = 0,
    resizes = 0,
  } = figuresSeen({
    happened: ({ kind, atMs }) => {
      if (kind === 'oom' && atMs > fromMs) kills++;
    },
  });
  return { cpuShort, memoryShort, kills, changes: evictions + resizes };
}

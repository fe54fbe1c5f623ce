import type { Config } from '../../config';
import type { Figures } from '../../contract/figures';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { teachingMs } from '../../replay/counting';
import type { Onlooker } from '../../replay/engine/replay';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '../../replay/engine/workload';
import { PolicyFault } from '../../replay/live/decider';
import { figuresLeftAlone, figuresUnder } from '../../replay/live/run';
import { replayedPolicy } from '../../replay/policies';
import type { Replayed, ReplayedCost } from '../report';

/** With less, a replay says nothing. */
const LEAST_STEPS = 24;

/** What is lived through: the past of a workload, as it is and under a VPA. */
export interface ReplayTask {
  readonly workload: ReplayWorkload;
  readonly vpa: VerticalPodAutoscaler;
}

/** What the period cost with today's amounts, and would have cost under the VPA; undefined if it is too short. */
export function replayedCosts({ workload, vpa }: ReplayTask, config: Config): Replayed | undefined {
  const { startMs, stepMs, steps } = workload;
  if (steps < LEAST_STEPS) return undefined;
  const options = { ...DEFAULT_OPTIONS, learnMs: teachingMs(steps * stepMs) };
  const fromMs = startMs + options.learnMs;
  const costOf = (figuresSeen: (onlooker: Onlooker) => Figures): ReplayedCost => {
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
  };
  try {
    const policy = { ...replayedPolicy(vpa, {}, config), config };
    return {
      fromMs,
      toMs: startMs + steps * stepMs,
      now: costOf((onlooker) => figuresLeftAlone(options, workload, onlooker)),
      recommended: costOf((onlooker) =>
        figuresUnder({ name: '', policy, options }, workload, undefined, onlooker),
      ),
    };
  } catch (error) {
    if (error instanceof PolicyFault) return undefined;
    throw error;
  }
}

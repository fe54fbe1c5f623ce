import type { Config } from '../../config';
import type { Figures } from '../../contract/figures';
import { sizedContainers } from '../../kube/sized-containers';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { effectiveAmounts } from '../../policy/effective-amounts';
import { teachingMs } from '../../replay/counting';
import type { Onlooker } from '../../replay/engine/replay';
import { RecordingError } from '../../replay/engine/usage-grid';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '../../replay/engine/workload';
import { PolicyFault } from '../../replay/live/decider';
import { recordedWorkload } from '../../replay/live/recorded-workload';
import { figuresLeftAlone, figuresUnder } from '../../replay/live/run';
import { replayedPolicy } from '../../replay/policies';
import { MOST_REPLICAS } from '../../replay/present';
import { stepsPerPoint, watchedUsage } from '../../replay/watched';
import type { PastSource, TimeSpan } from '../../usage/source';
import type { ScanTarget } from '../cluster/targets';
import type { Replayed, ReplayedCost, WorkloadChart } from '../report';

/** Points of a line: fifty fit on a phone, and a thousand containers in a mail. */
const MOST_POINTS = 112;
/** With less, a replay says nothing. */
const LEAST_STEPS = 24;

/** The workload with its past; undefined if too little of it is known. */
export async function recordedTarget(
  past: PastSource,
  span: TimeSpan,
  { ref: { namespace, name }, selector, replicas, template }: ScanTarget,
): Promise<ReplayWorkload | undefined> {
  try {
    return await recordedWorkload(past, span, {
      namespace,
      name,
      selector,
      replicas: Math.min(MOST_REPLICAS, Math.max(1, replicas)),
      containers: sizedContainers(template.spec).map(effectiveAmounts),
    });
  } catch (error) {
    if (error instanceof RecordingError) return undefined;
    throw error;
  }
}

/** What the period cost with today's amounts, and would have cost under a VPA; undefined if it is too short. */
export function replayedCosts(
  workload: ReplayWorkload,
  vpa: VerticalPodAutoscaler,
  config: Config,
): Replayed | undefined {
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

/** What was used over time, to be drawn. */
export function chartOf({ startMs, stepMs, steps, containers }: ReplayWorkload): WorkloadChart {
  const each = stepsPerPoint({ steps }, MOST_POINTS);
  return {
    fromMs: startMs,
    stepMs: stepMs * each,
    containers: containers.map(({ name, usage }) => ({
      name,
      cpu: watchedUsage(usage, 'cpu', { steps, each }),
      memory: watchedUsage(usage, 'memory', { steps, each }),
    })),
  };
}

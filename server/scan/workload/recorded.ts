import { effectiveAmounts } from '../../decide/pods/effective-amounts';
import { sizedContainers } from '../../objects/sized-containers';
import { RecordingError } from '../../replay/engine/usage-grid';
import type { ReplayWorkload } from '../../replay/engine/workload';
import { recordedWorkload } from '../../replay/live/recorded-workload';
import { MOST_REPLICAS } from '../../replay/present';
import { stepsPerPoint, watchedUsage } from '../../replay/watched';
import type { PastSource, TimeSpan } from '../../usage/source';
import type { ScanTarget } from '../cluster/targets';
import type { WorkloadChart } from '../report';

/** Points of a line: fifty fit on a phone, and a thousand containers in a mail. */
const MOST_POINTS = 112;

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

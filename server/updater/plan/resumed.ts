import { isStopped, type StopState } from '../../policy/stop';
import type { Sliced } from '../../slices';
import type { WorkloadInput } from './plan-input';

/** The VPAs that are stopped now and not under `next`, each with its mode restored. */
export function* resumedUnder(
  workloads: readonly WorkloadInput[],
  { now, next }: { now: StopState; next: StopState },
): Sliced<WorkloadInput[]> {
  const resumed: WorkloadInput[] = [];
  for (const workload of workloads) {
    yield;
    const { vpa } = workload;
    if (!isStopped(now, vpa.namespace, vpa.name) || isStopped(next, vpa.namespace, vpa.name)) continue;
    const mode = vpa.modeOnceResumed ?? vpa.mode;
    resumed.push({ ...workload, stop: undefined, vpa: { ...vpa, mode, modeOnceResumed: undefined } });
  }
  return resumed;
}

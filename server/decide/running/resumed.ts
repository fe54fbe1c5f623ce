import type { Sliced } from '../../lib/time/slices';
import type { CompiledVpa } from '../pods/compiled-vpa';
import { isStopped, type StopState } from '../pods/stop';
import type { WorkloadInput } from './plan-input';
import { eachPortion } from './portions';

/** The VPAs that are stopped now and not under `next`, each with its mode restored. */
export function* resumedUnder(
  workloads: readonly WorkloadInput[],
  { now, next: under }: { now: StopState; next: StopState },
): Sliced<WorkloadInput[]> {
  const resumed: WorkloadInput[] = [];
  for (const workload of workloads) {
    yield;
    const { vpa } = workload;
    if (!isStopped(now, vpa.namespace, vpa.name) || isStopped(under, vpa.namespace, vpa.name)) continue;
    const mode = vpa.modeOnceResumed ?? vpa.mode;
    const next: CompiledVpa = { ...vpa, mode, modeOnceResumed: undefined };
    resumed.push(eachPortion(workload, (portion) => ({ ...portion, stop: undefined, vpa: next })));
  }
  return resumed;
}

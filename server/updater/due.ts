import { eachVpa } from '../decide/running/each-vpa';
import type { WorkloadInput } from '../decide/running/plan-input';
import type { Plan, PodPlan } from '../decide/running/planned';
import type { Sliced } from '../lib/time/slices';
import type { ObjectFault } from '../words/object-fault';

/** The pods of one VPA that a plan acts on. */
export interface Task {
  readonly workload: WorkloadInput;
  readonly pods: readonly PodPlan[];
}

/** What a plan requires of the pass it was made for. */
interface Due {
  readonly tasks: readonly Task[];
  readonly isWarmingUp: boolean;
  /** When a pod that waits only for the rate limit may go. */
  readonly nextMs: number;
  /** The pods of each VPA that have no room to grow where they are, though another node has. */
  readonly short: readonly { readonly key: string; readonly uids: readonly string[] }[];
  /** VPAs whose plan could not be scanned; nothing is done for them. */
  readonly faults: readonly ObjectFault[];
}

/** Scans a plan; `workloads` run in parallel to its VPAs. */
export function* dueIn({ vpas }: Plan, workloads: readonly WorkloadInput[]): Sliced<Due> {
  const tasks: Task[] = [];
  let isWarmingUp = false;
  let nextMs = Number.POSITIVE_INFINITY;
  const short: { key: string; uids: readonly string[] }[] = [];
  const faults = yield* eachVpa(vpas, ({ namespace, name, pods }, index) => {
    const workload = workloads[index];
    const acting = pods.filter(({ decision }) => decision === 'evict' || decision === 'resize');
    for (const { decision, reasons, notBeforeMs = Number.POSITIVE_INFINITY } of pods) {
      if (decision !== 'wait') continue;
      isWarmingUp ||= reasons.some(({ code }) => code === 'warming-up');
      if (notBeforeMs < nextMs && reasons.some(({ code }) => code === 'rate-limited')) nextMs = notBeforeMs;
    }
    const uids = pods.filter(isShort).map(({ uid }) => uid);
    short.push({ key: `${namespace}/${name}`, uids });
    if (workload && acting.length > 0) tasks.push({ workload, pods: acting });
  });
  return { tasks, isWarmingUp, nextMs, short, faults };
}

/** Until it has moved, too: it is planned again just before. */
function isShort({ decision, reasons }: PodPlan): boolean {
  return reasons.some(
    (one) =>
      one.code === 'no-room-here-for-long' ||
      (decision === 'wait' && one.code === 'no-room-now' && one.elsewhere),
  );
}

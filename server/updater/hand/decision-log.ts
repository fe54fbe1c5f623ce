import type { ObjectFault } from '../../kube/object-fault';
import type { Sliced } from '../../slices';
import type { DecisionRecord, Recording } from '../../store';
import { FINISHED } from '../../store/audit/records';
import { eachVpa } from '../plan/each-vpa';
import type { Plan, PodPlan, VpaPlan } from '../plan/plan-types';

/** Records the decisions that changed from one plan to the next. */
export class DecisionLog {
  private readonly former = new Map<string, { plan: VpaPlan; decisions: Map<string, string> }>();

  /** A pod left alone from the start is not worth a record. Returns the VPAs that failed. */
  *recording({ atMs, vpas }: Plan, recorder: Pick<Recording, 'record'>): Sliced<ObjectFault[]> {
    const live = new Set(vpas.map(keyOf));
    const faults = yield* eachVpa(vpas, (plan) => this.recordChanges(atMs, plan, recorder));
    for (const key of this.former.keys()) if (!live.has(key)) this.former.delete(key);
    return faults;
  }

  private recordChanges(atMs: number, plan: VpaPlan, recorder: Pick<Recording, 'record'>): void {
    const known = this.former.get(keyOf(plan));
    if (known?.plan === plan) return;
    const decisions = new Map<string, string>();
    for (const pod of plan.pods) {
      const decision = signature(pod);
      const before = known?.decisions.get(pod.uid);
      decisions.set(pod.uid, decision);
      if (before === decision || (before === undefined && pod.decision === 'leave')) continue;
      recorder.record(recordOf(atMs, plan, pod));
    }
    this.former.set(keyOf(plan), { plan, decisions });
  }
}

function keyOf({ namespace, name }: VpaPlan): string {
  return `${namespace}/${name}`;
}

function signature({ decision, reasons }: PodPlan): string {
  return `${decision} ${reasons.map((reason) => reason.code).join(' ')}`;
}

function recordOf(atMs: number, { namespace, name: vpa }: VpaPlan, pod: PodPlan): DecisionRecord {
  const { name, uid, reasons, notBeforeMs } = pod;
  const decision = reasons.some(({ code }) => code === 'pod-finished') ? FINISHED : pod.decision;
  return { kind: 'decision', atMs, namespace, vpa, pod: name, podUid: uid, decision, reasons, notBeforeMs };
}

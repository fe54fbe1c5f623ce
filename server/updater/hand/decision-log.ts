import type { Sliced } from '../../slices';
import type { DecisionRecord, Recording } from '../../store';
import { FINISHED } from '../../store/audit/records';
import type { Plan, PodPlan, VpaPlan } from '../plan/plan-types';

/** Records the decisions that changed from one plan to the next. */
export class DecisionLog {
  private readonly former = new Map<string, { plan: VpaPlan; decisions: Map<string, string> }>();

  /** A pod left alone from the start is not worth a record. */
  *recording({ atMs, vpas }: Plan, recorder: Pick<Recording, 'record'>): Sliced<void> {
    const live = new Set<string>();
    for (const plan of vpas) {
      const key = `${plan.namespace}/${plan.name}`;
      live.add(key);
      const known = this.former.get(key);
      if (known?.plan === plan) continue;
      const decisions = new Map<string, string>();
      for (const pod of plan.pods) {
        const decision = signature(pod);
        const before = known?.decisions.get(pod.uid);
        decisions.set(pod.uid, decision);
        if (before === decision || (before === undefined && pod.decision === 'leave')) continue;
        recorder.record(recordOf(atMs, plan, pod));
      }
      this.former.set(key, { plan, decisions });
      yield;
    }
    for (const key of this.former.keys()) if (!live.has(key)) this.former.delete(key);
  }
}

function signature({ decision, reasons }: PodPlan): string {
  return `${decision} ${reasons.map((reason) => reason.code).join(' ')}`;
}

function recordOf(atMs: number, { namespace, name: vpa }: VpaPlan, pod: PodPlan): DecisionRecord {
  const { name, uid, reasons, notBeforeMs } = pod;
  const decision = reasons.some(({ code }) => code === 'pod-finished') ? FINISHED : pod.decision;
  return { kind: 'decision', atMs, namespace, vpa, pod: name, podUid: uid, decision, reasons, notBeforeMs };
}

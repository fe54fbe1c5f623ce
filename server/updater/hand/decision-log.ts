import type { DecisionRecord } from '../../store';
import type { Plan, PodPlan, VpaPlan } from '../plan/plan-types';

/** Finds the decisions that changed from one plan to the next. */
export class DecisionLog {
  private former = new Map<string, { plan: VpaPlan; decisions: Map<string, string> }>();

  /** A pod left alone from the beginning is no news. */
  changes({ atMs, vpas }: Plan): DecisionRecord[] {
    const changed: DecisionRecord[] = [];
    const next = new Map<string, { plan: VpaPlan; decisions: Map<string, string> }>();
    for (const plan of vpas) {
      const key = `${plan.namespace}/${plan.name}`;
      const known = this.former.get(key);
      if (known?.plan === plan) {
        next.set(key, known);
        continue;
      }
      const decisions = new Map<string, string>();
      for (const pod of plan.pods) {
        const decision = signature(pod);
        const before = known?.decisions.get(pod.uid);
        decisions.set(pod.uid, decision);
        if (before === decision || (before === undefined && pod.decision === 'leave')) continue;
        changed.push(recordOf(atMs, plan, pod));
      }
      next.set(key, { plan, decisions });
    }
    this.former = next;
    return changed;
  }
}

function signature({ decision, reasons }: PodPlan): string {
  return `${decision} ${reasons.map((reason) => reason.code).join(' ')}`;
}

function recordOf(atMs: number, { namespace, name: vpa }: VpaPlan, pod: PodPlan): DecisionRecord {
  const { name, uid, decision, reasons, notBeforeMs } = pod;
  return { kind: 'decision', atMs, namespace, vpa, pod: name, podUid: uid, decision, reasons, notBeforeMs };
}

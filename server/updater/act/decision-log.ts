import { eachVpa } from '../../decide/running/each-vpa';
import type { Plan, PodPlan, VpaPlan } from '../../decide/running/planned';
import type { Sliced } from '../../lib/time/slices';
import { keyOf } from '../../objects/object-key';
import type { DecisionRecord, JournalWriter } from '../../store';
import { FINISHED } from '../../store/audit/records';
import type { ObjectFault } from '../../words/object-fault';
import { evidenceOf, type Reason, type ReasonCode } from '../../words/reasons';

/** A VPA with pods that wait for a person. */
export interface AwaitingWorkload {
  readonly namespace: string;
  readonly name: string;
  readonly code: ForPeople;
  /** Its numbers, in words. */
  readonly detail: string;
  readonly atMs: number;
}

/** What pods wait for if only a person can help, besides what the inbox lists. */
const FOR_PEOPLE = 'loop-broken' satisfies ReasonCode;
type ForPeople = typeof FOR_PEOPLE;

/** Records the decisions that changed from one plan to the next, and keeps which VPAs wait for a person. */
export class DecisionLog {
  private readonly former = new Map<string, { plan: VpaPlan; decisions: Map<string, string> }>();
  private readonly held = new Map<string, AwaitingWorkload>();

  /** @param told is told each decision that changed, besides the record */
  constructor(private readonly told: (plan: VpaPlan, pod: PodPlan, atMs: number) => void = () => undefined) {}

  /** The VPAs that wait for a person, as of the last plan recorded. */
  get forPeople(): Iterable<AwaitingWorkload> {
    return this.held.values();
  }

  /** A pod left alone from the start is not worth a record. Returns the VPAs that failed. */
  *recording({ atMs, vpas }: Plan, recorder: Pick<JournalWriter, 'record'>): Sliced<ObjectFault[]> {
    const live = new Set(vpas.map(keyOf));
    const faults = yield* eachVpa(vpas, (plan) => this.recordChanges(atMs, plan, recorder));
    for (const key of this.former.keys()) {
      if (live.has(key)) continue;
      this.former.delete(key);
      this.held.delete(key);
    }
    return faults;
  }

  private recordChanges(atMs: number, plan: VpaPlan, recorder: Pick<JournalWriter, 'record'>): void {
    const known = this.former.get(keyOf(plan));
    if (known?.plan === plan) return;
    const decisions = new Map<string, string>();
    for (const pod of plan.pods) {
      const decision = signature(pod);
      const before = known?.decisions.get(pod.uid);
      decisions.set(pod.uid, decision);
      if (before === decision || (before === undefined && pod.decision === 'leave')) continue;
      recorder.record(recordOf(atMs, plan, pod));
      this.told(plan, pod, atMs);
    }
    this.former.set(keyOf(plan), { plan, decisions });
    this.noteHeld(atMs, plan);
  }

  private noteHeld(atMs: number, plan: VpaPlan): void {
    const key = keyOf(plan);
    const reason = plan.pods.flatMap(({ reasons }) => reasons).find(isForPeople);
    if (!reason) {
      this.held.delete(key);
      return;
    }
    const { namespace, name } = plan;
    const { code } = reason;
    const known = this.held.get(key);
    const sinceMs = known?.code === code ? known.atMs : atMs;
    this.held.set(key, { namespace, name, code, detail: evidenceOf(reason, atMs), atMs: sinceMs });
  }
}

function isForPeople(reason: Reason): reason is Extract<Reason, { code: ForPeople }> {
  return reason.code === FOR_PEOPLE;
}

function signature({ decision, reasons }: PodPlan): string {
  return `${decision} ${reasons.map((reason) => reason.code).join(' ')}`;
}

function recordOf(atMs: number, { namespace, name: vpa }: VpaPlan, pod: PodPlan): DecisionRecord {
  const { name, uid, reasons, notBeforeMs } = pod;
  const decision = reasons.some(({ code }) => code === 'pod-finished') ? FINISHED : pod.decision;
  return { kind: 'decision', atMs, namespace, vpa, pod: name, podUid: uid, decision, reasons, notBeforeMs };
}

import { keeping } from '../../decide/running/part-of-change';
import type { WorkloadInput } from '../../decide/running/plan-input';
import { planWorkload } from '../../decide/running/plan-workload';
import type { ContainerChange, PodPlan } from '../../decide/running/planned';
import type { ProposedUpdate } from '../../decide/running/policy';
import { isWithdrawal } from '../../decide/running/withdrawal';
import type { KubeClient } from '../../kube/client';
import { isKubeError } from '../../kube/client';
import type { PodNotes } from '../../kube/pod-notes';
import type { ClusterContext } from '../../kube/role-context';
import { errorText } from '../../lib/report/errors';
import { inSpan } from '../../lib/report/spans';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import { selectorMatches } from '../../objects/selector';
import type { Pod } from '../../objects/types';
import { RESOURCES } from '../../objects/units';
import type { JournalWriter } from '../../store';
import { type Reason, reasonsText } from '../../words/reasons';
import type { ActionKind } from '../../words/records';
import type { Gatherer } from '../gather/gatherer';
import type { LoopTracker } from '../gather/loop-tracker';
import type { PastAttempts } from '../gather/past-attempts';
import { partWith } from '../outcome/followed-parts';
import type { OutcomeFollower } from '../outcome/follower';
import { actionRecord } from './action-record';
import { type Attempt, attemptFrom, NOT_OURS, Withdrawn } from './attempt';
import { evict } from './evict';
import { actingVpa, type UpdaterMetrics } from './metrics';
import type { PlacesLeft } from './places-left';
import type { PodMarks } from './pod-marks';
import { BACK_MARKS, boostMarks, resize, resizeMarks } from './resize';

interface HandOptions extends Pick<ClusterContext, 'clock' | 'log' | 'events'> {
  client: Pick<KubeClient, 'request'>;
  recorder: JournalWriter;
  gatherer: Gatherer;
  loops: LoopTracker;
  attempts: PastAttempts;
  outcomes: Pick<OutcomeFollower, 'changing'>;
  places: PlacesLeft;
  marks: PodMarks;
  /** What was noted of pods that may not be annotated. */
  notes: PodNotes;
  metrics: UpdaterMetrics;
  mayAct(): boolean;
  /** Called for every completed action, so that limits count it. */
  acted(vpaKey: string): void;
}

const VPA_GONE: Attempt = { outcome: 'changed', detail: 'Its VPA is gone or unusable.' };

const NOT_SELECTED: Attempt = { outcome: 'changed', detail: 'The PodGroup of its VPA no longer selects it.' };

interface Task {
  workload: WorkloadInput;
  /** The workload with all its pods, as it was planned. */
  planned: WorkloadInput;
  key: string;
  pod: Pod;
  kind: ActionKind;
  reasons: readonly Reason[];
  changes: readonly ContainerChange[];
}

/**
 * Carries out the plan for the pods of one VPA, one after the other: each pod is read again, decided again on
 * that, given a place again, and only then acted on. Every outcome is recorded.
 */
export class PodActuator {
  constructor(private readonly options: HandOptions) {}

  /**
   * Returns the kinds of actions done. Ends early if the server does not answer or the VPA is gone; a pod that cannot be acted
   * on by its own fault costs only itself.
   */
  async carryOut(workload: WorkloadInput, planned: readonly PodPlan[]): Promise<ActionKind[]> {
    const done: ActionKind[] = [];
    const resized: Pod[] = [];
    for (const podPlan of planned) {
      if (!this.options.mayAct()) break;
      const attempt = await this.inItsSpan(workload, podPlan, resized).catch((thrown: unknown) =>
        this.unforeseen(workload, podPlan, thrown),
      );
      if (attempt?.outcome === 'done') done.push(attempt.kind);
      if (attempt && endsAll(attempt)) break;
    }
    return done;
  }

  private inItsSpan(
    workload: WorkloadInput,
    podPlan: PodPlan,
    resized: Pod[],
  ): Promise<Attempt & { kind: ActionKind }> {
    const { namespace, name } = workload.vpa;
    const facts = {
      'k8s.namespace.name': namespace,
      'k8s.pod.name': podPlan.name,
      'plumbline.vpa': name,
      'plumbline.reasons': podPlan.reasons.map(({ code }) => code).join(', '),
    };
    return inSpan(actionOf(podPlan), facts, async (note) => {
      const attempt = await this.one(workload, podPlan, resized);
      note({ 'plumbline.outcome': attempt.outcome, 'plumbline.detail': attempt.detail || undefined });
      return attempt;
    });
  }

  private async one(
    workload: WorkloadInput,
    podPlan: PodPlan,
    resized: Pod[],
  ): Promise<Attempt & { kind: ActionKind }> {
    const key = `${workload.vpa.namespace}/${workload.vpa.name}`;
    const kind = actionOf(podPlan);
    const { pod, attempt: unread } = await this.read(workload, podPlan);
    const planned = workload;
    if (!pod)
      return this.finish({ workload, planned, key, pod: bare(workload, podPlan), kind, ...podPlan }, unread);
    const again = this.planAgain(workload, pod, resized);
    const changes = agreedChanges(podPlan, again?.plan);
    const task = { workload, planned, key, pod, kind, reasons: podPlan.reasons, changes };
    if (again && again.workload.pods.length === 0) return this.finish(task, NOT_SELECTED);
    const refusal =
      refusalOf(podPlan, again?.plan, this.options.clock.now()) ?? nothingLeft(podPlan, changes);
    if (refusal || !again?.plan) return this.finish(task, refusal ?? VPA_GONE);
    const { places, recorder, clock } = this.options;
    const proposal = again.proposal && { ...again.proposal, changes };
    const hold = proposal && places.take(proposal);
    if (hold)
      return this.finish(task, { outcome: 'no-room', detail: reasonsText([hold.reason], clock.now()) });
    const record = recorder.begin();
    // What follows is known once all pods are planned together.
    const follows = podPlan.reasons.filter(({ code }) => code === 'lowered-first');
    const reasons = [...again.plan.reasons, ...follows];
    const attempt = await this.act({ ...task, workload: again.workload, reasons });
    // After a time-out it may have been done.
    if (proposal && attempt.outcome !== 'done' && attempt.outcome !== 'unavailable')
      places.giveBack(proposal);
    if (kind !== 'evict' && attempt.outcome !== 'refused') resized.push(pod);
    return this.finish(task, attempt, record);
  }

  /** An error that is no answer of the API server is a fault of the pod or of ours: the other pods go on. */
  private unforeseen({ vpa }: WorkloadInput, { name, uid }: PodPlan, thrown: unknown): undefined {
    const { attempts, clock, log } = this.options;
    const message = errorText(thrown);
    log.error(
      { err: thrown, namespace: vpa.namespace, vpa: vpa.name, pod: name },
      'A pod cannot be acted on',
    );
    attempts.failed(`${vpa.namespace}/${vpa.name}`, uid, message, clock.now());
  }

  private async read(
    { vpa }: WorkloadInput,
    { name, uid }: PodPlan,
  ): Promise<{ pod?: Pod; attempt: Attempt }> {
    try {
      const pod = await this.options.client.request<Pod>(
        'GET',
        pathOf(API_RESOURCES.pods, vpa.namespace, name),
      );
      if (pod.metadata.uid === uid)
        return { pod: this.options.notes.on(pod), attempt: { outcome: 'changed', detail: '' } };
      return { attempt: { outcome: 'gone', detail: 'another pod has its name' } };
    } catch (thrown) {
      return { attempt: attemptFrom(thrown) };
    }
  }

  /** The decision for the current pod, with everything else as the caches have it now. */
  private planAgain(
    planned: WorkloadInput,
    pod: Pod,
    resized: readonly Pod[],
  ):
    | { workload: WorkloadInput; plan: PodPlan | undefined; proposal: ProposedUpdate | undefined }
    | undefined {
    const { gatherer, clock } = this.options;
    const workload = gatherer.again(planned, pod, resized);
    if (!workload) return undefined;
    const verdict = planWorkload(workload, { nowMs: clock.now(), cluster: gatherer.cluster.facts() });
    return { workload, plan: verdict.plan.pods[0], proposal: verdict.acting[0]?.proposal };
  }

  /** Why nothing may be done for a VPA any more since the decision, as an attempt that was not made. */
  private withdrawal(workload: WorkloadInput): Attempt | undefined {
    if (!this.options.mayAct()) return NOT_OURS;
    const outcome = this.options.gatherer.withdrawn(workload);
    return (
      outcome && { outcome, detail: outcome === 'changed' ? 'Its policy has changed since the plan.' : '' }
    );
  }

  private async act(task: Task): Promise<Attempt> {
    const { client, loops, clock, outcomes, marks } = this.options;
    const { pod, kind, changes, workload, reasons, planned } = task;
    // A request may wait long in the queue.
    const beforeSend = () => {
      const withdrawal = this.withdrawal(workload);
      if (withdrawal) throw new Withdrawn(withdrawal);
    };
    if (kind === 'unboost')
      return resize(client, pod, changes, {
        kind,
        marks,
        after: boostMarks(boostsOver(reasons)),
        beforeSend,
      });
    if (isWithdrawal(reasons))
      return resize(client, pod, changes, { kind: 'resize', marks, before: BACK_MARKS, beforeSend });
    const isUndone = reasons.some(({ code }) => code === 'worse-than-before');
    if (!isUndone && !(await outcomes.changing(workload, { pod, planned, changes }))) return VPA_GONE;
    if (kind !== 'evict')
      return resize(client, pod, changes, {
        kind,
        marks,
        before: resizeMarks(pod, changes, reasons, clock.now()),
        beforeSend,
      });
    const atMs = clock.now();
    try {
      await loops.evicting(workload.vpa, pod, atMs);
    } catch (thrown) {
      loops.notEvicted(workload.vpa, atMs);
      return isKubeError(thrown, 'not-found', 'conflict') ? VPA_GONE : attemptFrom(thrown);
    }
    const isCovered = workload.budgets.some(({ spec }) =>
      selectorMatches(spec?.selector, pod.metadata.labels),
    );
    const attempt = await evict(client, pod, { isCovered, beforeSend });
    // After a time-out the eviction may have happened, so its replacement is expected anyway.
    if (attempt.outcome !== 'done' && attempt.outcome !== 'unavailable') loops.notEvicted(workload.vpa, atMs);
    return attempt;
  }

  private finish(
    task: Task,
    attempt: Attempt,
    record = this.options.recorder.begin(),
  ): Attempt & { kind: ActionKind } {
    const { clock, metrics, acted } = this.options;
    const { workload, planned, key, pod, kind, reasons, changes } = task;
    const atMs = clock.now();
    if (attempt === NOT_OURS) record();
    else {
      const part = partWith(planned, pod.metadata.uid)?.part;
      record(actionRecord({ vpa: workload.vpa, part, pod, kind, reasons, changes }, attempt, atMs));
    }
    metrics.acted(kind, attempt.outcome, actingVpa(workload));
    this.remember(task, attempt, atMs);
    if (attempt.outcome === 'done') acted(key);
    this.tell(task, attempt, atMs);
    return { ...attempt, kind };
  }

  /** What was refused or failed is not tried again at once. */
  private remember(
    { key, pod, kind, reasons, changes }: Task,
    { outcome, detail, cause }: Attempt,
    atMs: number,
  ): void {
    const { attempts } = this.options;
    const uid = pod.metadata.uid ?? '';
    switch (outcome) {
      case 'done':
        attempts.succeeded(key, uid);
        for (const reason of reasons) {
          if (reason.code === 'resize-taken-back')
            attempts.withdrew(key, uid, 'deferred', reason.message, atMs);
          if (reason.code === 'limit-given-back')
            attempts.withdrew(key, uid, 'blocked', reason.message, atMs);
        }
        if (kind !== 'evict') return;
        attempts.evicted(key, pod);
        for (const reason of reasons)
          if (reason.code === 'waits-for-room') attempts.replacedForCapacity(key, reason.sinceMs, atMs);
        return;
      case 'changed':
      case 'ended':
      case 'no-room':
      case 'stopped':
        return;
      case 'refused':
      case 'forbidden':
        if (kind === 'resize' && !mayPass(cause, changes)) {
          attempts.refused(
            key,
            uid,
            detail,
            atMs,
            new Map(changes.map(({ container, to }) => [container, to])),
          );
          return;
        }
        attempts.failed(key, uid, detail, atMs);
        return;
      // A pod that is gone needs no pause; one that still exists, though the server said otherwise, does.
      case 'gone':
      case 'budget-refused':
      case 'conflict':
      case 'unavailable':
        attempts.failed(key, uid, detail, atMs);
        return;
    }
  }

  private tell({ workload, pod, kind, reasons }: Task, { outcome, detail }: Attempt, atMs: number): void {
    const { events, log } = this.options;
    const { vpa } = workload.vpa;
    const name = pod.metadata.name;
    log.info(
      {
        action: kind,
        namespace: workload.vpa.namespace,
        vpa: workload.vpa.name,
        pod: name,
        outcome,
        detail,
        reasons: reasons.map(({ code }) => code),
      },
      'Action',
    );
    if (outcome !== 'done') return;
    const why = reasonsText(reasons, atMs);
    if (kind === 'evict') {
      events.emit({
        object: pod,
        type: 'Normal',
        reason: 'EvictedByVPA',
        message: `Pod was evicted by VPA ${workload.vpa.name} to apply its recommendation. ${why}`,
      });
      events.emit({
        object: vpa,
        type: 'Normal',
        reason: 'EvictedPod',
        message: `VPA evicted pod ${name} to apply its recommendation. ${why}`,
      });
      return;
    }
    events.emit({
      object: pod,
      type: 'Normal',
      reason: 'InPlaceResizedByVPA',
      message: `Pod was resized in place by VPA ${workload.vpa.name}. ${why}`,
    });
  }
}

/**
 * Whether a refused resize is asked for again later, and never made by an eviction: a new pod would be refused as well,
 * or a node that shrank refuses to be given something back.
 */
function mayPass(cause: Attempt['cause'], changes: readonly ContainerChange[]): boolean {
  if (cause === 'namespace') return true;
  const lowers = ({ from, to }: ContainerChange) =>
    RESOURCES.every((resource) => (to[resource] ?? 0) <= (from[resource] ?? 0));
  return cause === 'node' && changes.every(lowers);
}

function actionOf({ decision, reasons }: PodPlan): ActionKind {
  if (decision === 'evict') return 'evict';
  return reasons.some((reason) => reason.code === 'startup-boost-over') ? 'unboost' : 'resize';
}

/** The containers whose boost is over. */
function boostsOver(reasons: readonly Reason[]): string[] {
  return reasons.flatMap((reason) => (reason.code === 'startup-boost-over' ? [reason.container] : []));
}

/** What is done of what is planned now: of a resize no more resources than were planned before all others were seen. */
function agreedChanges(
  { decision, changes: planned }: PodPlan,
  again: PodPlan | undefined,
): readonly ContainerChange[] {
  const changes = again?.changes ?? [];
  if (decision !== 'resize') return changes;
  return keeping(changes, (container, resource) =>
    planned.some(
      ({ container: name, to, limits }) =>
        name === container && (Object.hasOwn(to, resource) || Object.hasOwn(limits, resource)),
    ),
  );
}

function nothingLeft({ decision }: PodPlan, changes: readonly ContainerChange[]): Attempt | undefined {
  return decision === 'resize' && changes.length === 0
    ? { outcome: 'changed', detail: 'What was planned has been done, or is no longer due.' }
    : undefined;
}

/** Whether no other pod of the VPA can be acted on either. */
function endsAll({ outcome, detail }: Attempt): boolean {
  return outcome === 'unavailable' || outcome === 'stopped' || detail === VPA_GONE.detail;
}

/** Why the plan no longer holds; undefined if it does. */
function refusalOf(planned: PodPlan, again: PodPlan | undefined, nowMs: number): Attempt | undefined {
  if (again?.decision === planned.decision) return undefined;
  if (!again) return VPA_GONE;
  const isStopped = again.reasons.some((reason) => reason.code === 'stopped');
  return { outcome: isStopped ? 'stopped' : 'changed', detail: reasonsText(again.reasons, nowMs) };
}

/** A pod that cannot be read, from what the plan knew of it. */
function bare({ vpa }: WorkloadInput, { name, uid }: PodPlan): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: vpa.namespace, uid },
    spec: { containers: [] },
  };
}

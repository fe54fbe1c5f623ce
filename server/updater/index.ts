import { AppError, type FieldError } from '../errors';
import { isKubeError, JSON_PATCH } from '../kube/client';
import { isRefusal } from '../kube/failures';
import { API_RESOURCES, pathOf } from '../kube/resources';
import type { RoleContext } from '../kube/role-context';
import type { Pod } from '../kube/types';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '../kube/vpa-types';
import { edited, editPatch, policyOf } from '../operations/policy-edit/edit';
import { effectOf } from '../operations/policy-edit/effect';
import { PolicyWatch } from '../operations/policy-watch';
import { isRevertible, templateOf, wouldResizeAgain } from '../operations/revert';
import { Stops } from '../operations/stops';
import type { CompiledVpa } from '../policy/compiled-vpa';
import type { StopScope } from '../policy/stop';
import type { ChangeRecord, Recording } from '../store';
import type { HistorySource } from './gather/history';
import { actionRecord } from './hand/action-record';
import { type Attempt, DONE } from './hand/attempt';
import { putBack } from './hand/put-back';
import type { PolicyEdit, UpdaterHandle } from './handle';
import { withPendingChanges } from './pending-changes';
import { Updater } from './updater';
import type { EffectView, PlanView } from './views';

export { PolicyAuthors } from '../operations/policy-authors';
export { Stops } from '../operations/stops';
export type { PolicyEdit, StopsHandle, UpdaterHandle } from './handle';

export interface UpdaterOptions {
  stops: Stops;
  store: Recording;
  /** What the recommender of this process would recommend for a VPA; it need not run here. */
  recommend?: (vpa: VerticalPodAutoscaler) => RecommendedPodResources | undefined;
  history?: HistorySource;
  /** The user who asked for the present policy of a VPA, where that is known. */
  authorOf?: (vpa: VerticalPodAutoscaler) => string | undefined;
}

/** The stops of this process, whatever roles it runs; only a process that updates sets modes in the cluster. */
export function startStops(context: RoleContext, store: Recording): Stops {
  return new Stops(context, store, { enforce: context.config.roles.includes('updater') });
}

/** Starts the updater role; it begins to act once it knows the cluster and the stops that hold. */
export function startUpdater(context: RoleContext, options: UpdaterOptions): UpdaterHandle {
  const updater = new Updater(context, {
    keeper: options.stops.keeper,
    recorder: options.store,
    history: options.history,
  });
  updater.start();
  return new RunningUpdater(context, options, updater);
}

/** What the rest of the process sees of an updater, whoever makes its passes. */
export class RunningUpdater implements UpdaterHandle {
  private readonly policies: PolicyWatch;

  constructor(
    private readonly context: RoleContext,
    private readonly options: UpdaterOptions,
    private readonly updater: Updater,
  ) {
    this.policies = new PolicyWatch({
      vpas: context.caches.vpas,
      clock: context.clock,
      recorder: options.store,
      authorOf: (vpa) => options.authorOf?.(vpa),
      isLeading: () => updater.isLeading,
      served: context.config,
    });
    this.policies.start();
  }

  async plan({ namespace, name }: { namespace?: string; name?: string } = {}): Promise<PlanView> {
    const { plan, workloads } = await this.updater.plan();
    const vpas = plan.vpas.flatMap((vpa, index) => {
      const workload = workloads[index];
      const isMeant = (namespace ?? vpa.namespace) === vpa.namespace && (name ?? vpa.name) === vpa.name;
      return isMeant && workload ? [withPendingChanges(vpa, workload)] : [];
    });
    const summary = { evict: 0, resize: 0, wait: 0, leave: 0 };
    for (const { pods } of vpas) for (const { decision } of pods) summary[decision]++;
    const facts = this.updater.lease.read();
    const renewedMs = facts.kind === 'stale' ? facts.renewedMs : undefined;
    return {
      atMs: plan.atMs,
      vpas,
      updater: this.updater.state,
      lease: { kind: facts.kind, renewedMs },
      summary,
    };
  }

  async preview(namespace: string, name: string, edit: PolicyEdit): Promise<EffectView> {
    const vpa = this.vpaOf(namespace, name);
    return this.effect(vpa, edit);
  }

  async save(namespace: string, name: string, edit: PolicyEdit, who: string): Promise<EffectView> {
    const vpa = this.vpaOf(namespace, name);
    if (edit.generation !== undefined && edit.generation !== vpa.metadata.generation)
      throw changedMeanwhile();
    const effect = await this.effect(vpa, edit);
    if (effect.errors.length > 0) throw invalid(effect.errors);
    const record = this.options.store.begin();
    const became = this.policies.expect(edited(vpa, edit));
    try {
      const path = pathOf(API_RESOURCES.vpas, namespace, name);
      const saved = await this.context.client.request<VerticalPodAutoscaler>('PATCH', path, {
        body: editPatch(vpa, edit),
        contentType: JSON_PATCH,
      });
      became(saved.metadata.resourceVersion);
    } catch (thrown) {
      became(undefined);
      const detail = thrown instanceof Error ? thrown.message : String(thrown);
      // Without a certain answer it may be saved by now.
      const outcome = isRefusal(thrown) ? 'refused' : 'unavailable';
      record(this.changeRecord(vpa, edit, who, { outcome, detail }));
      throw (await this.isNewer(vpa)) ? changedMeanwhile(thrown) : refusal(thrown);
    }
    record(this.changeRecord(vpa, edit, who, DONE));
    return effect;
  }

  async revert(scope: StopScope, who: string): Promise<{ reverted: number; failed: number }> {
    await this.updater.follow();
    const { workloads } = await this.updater.plan();
    const covered = workloads
      .filter(({ vpa }) => covers(scope, vpa.namespace, vpa.name))
      .map(({ vpa, pods }) => ({ vpa, pods: pods.filter(isRevertible) }));
    const { state } = this.options.stops.keeper;
    const acting = covered.find(({ vpa, pods }) => pods.length > 0 && wouldResizeAgain(vpa, state));
    if (acting)
      throw new AppError(
        'conflict',
        `${acting.vpa.namespace}/${acting.vpa.name} would resize its pods again: stop it, or set its mode to Off or Initial, first`,
      );
    let reverted = 0;
    let failed = 0;
    for (const { vpa, pods } of covered)
      for (const pod of pods)
        if (await this.revertOne(vpa, pod)) reverted++;
        else failed++;
    this.options.store.record({
      kind: 'change',
      atMs: this.context.clock.now(),
      who,
      change: 'revert',
      namespace: scope.kind === 'all' ? '' : scope.namespace,
      name: scope.kind === 'vpa' ? scope.name : '',
      outcome: failed === 0 ? 'done' : 'refused',
      detail: `${reverted} put back, ${failed} not`,
      before: null,
      after: { reverted, failed },
    });
    return { reverted, failed };
  }

  stop(): Promise<void> {
    this.policies.stop();
    return this.updater.stop();
  }

  private async revertOne(vpa: CompiledVpa, pod: Pod): Promise<boolean> {
    const { client, caches, clock } = this.context;
    const record = this.options.store.begin();
    const { attempt, changes } = await putBack(client, pod, templateOf(caches, pod));
    record(actionRecord({ vpa, pod, kind: 'revert', reasons: [], changes }, attempt, clock.now()));
    return attempt.outcome === 'done';
  }

  /** A patch whose test failed says no more than that it was refused. */
  private async isNewer({ metadata: { namespace = '', name, generation } }: VerticalPodAutoscaler) {
    const path = pathOf(API_RESOURCES.vpas, namespace, name);
    const now = await this.context.client.request<VerticalPodAutoscaler>('GET', path).catch(() => undefined);
    return now !== undefined && now.metadata.generation !== generation;
  }

  private vpaOf(namespace: string, name: string): VerticalPodAutoscaler {
    const vpa = this.context.caches.vpas.get(namespace, name);
    if (!vpa) throw new AppError('not-found', `VerticalPodAutoscaler ${namespace}/${name}`);
    return vpa;
  }

  private async effect(vpa: VerticalPodAutoscaler, edit: PolicyEdit): Promise<EffectView> {
    const { gatherer } = this.updater;
    const workload = await gatherer.of(vpa);
    const cluster = gatherer.clusterFacts();
    const { recommend } = this.options;
    return effectOf(vpa, () => edited(vpa, edit), {
      workload,
      scope: { nowMs: this.context.clock.now(), cluster },
      stops: this.options.stops.keeper.state,
      recommend: (next) => {
        const recommendation = recommend?.(next);
        return recommendation && { ...next.status, recommendation };
      },
    });
  }

  private changeRecord(
    vpa: VerticalPodAutoscaler,
    edit: PolicyEdit,
    who: string,
    { outcome, detail }: Attempt,
  ): ChangeRecord {
    const { generation: _generation, updateMode: _updateMode, ...others } = edit;
    const isModeOnly = Object.keys(others).length === 0;
    return {
      kind: 'change',
      atMs: this.context.clock.now(),
      who,
      change: isModeOnly ? 'update-mode' : 'resource-policy',
      namespace: vpa.metadata.namespace ?? '',
      name: vpa.metadata.name,
      outcome,
      detail,
      before: policyOf(vpa),
      after: policyOf(edited(vpa, edit)),
    };
  }
}

function covers(scope: StopScope, namespace: string, name: string): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'namespace':
      return scope.namespace === namespace;
    case 'vpa':
      return scope.namespace === namespace && scope.name === name;
  }
}

function invalid(fields: FieldError[]): AppError {
  return new AppError(
    'invalid',
    fields.map(({ field, message }) => `${field} ${message}`).join('; '),
    fields,
  );
}

function changedMeanwhile(cause?: unknown): AppError {
  return new AppError('conflict', 'somebody else changed this VPA, and nothing was overwritten', [], {
    cause,
  });
}

/** What the API server refused, as an answer to whoever asked. */
function refusal(thrown: unknown): AppError {
  if (!isKubeError(thrown)) throw thrown;
  const options = { cause: thrown };
  switch (thrown.kind) {
    case 'conflict':
      return new AppError('conflict', thrown.message, [], options);
    case 'not-found':
    case 'gone':
      return new AppError('not-found', thrown.message, [], options);
    case 'invalid':
      return new AppError('invalid', thrown.message, [], options);
    case 'forbidden':
    case 'unauthorized':
    case 'too-many':
    case 'server':
    case 'timeout':
    case 'unreachable':
      return new AppError('cluster-error', thrown.message, [], options);
  }
}

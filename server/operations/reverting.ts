import type { RevertView } from '../contract/operations';
import type { CompiledVpa } from '../decide/pods/compiled-vpa';
import { isServedNamespace } from '../decide/pods/served-namespaces';
import { coversVpa, isStopped, type StopScope } from '../decide/pods/stop';
import { readVpa } from '../decide/pods/vpa-reading';
import { type ForeseenPlan, type ForeseenPod, foreseenVpas } from '../decide/running/foreseen';
import type { CachedKind } from '../kube/cached-kinds';
import type { RoleContext } from '../kube/role-context';
import { vpasOnGroups } from '../kube/vpas-on-groups';
import { AppError } from '../lib/report/errors';
import { inSlices, type Sliced } from '../lib/time/slices';
import { targetOfHpa } from '../objects/target-key';
import type { HorizontalPodAutoscaler, Pod } from '../objects/types';
import { WORKLOAD_KINDS } from '../objects/workload-kinds';
import { audited, auditedPlace } from './audited';
import type { OperationsPorts } from './ports';
import type { OperationsSettings } from './settings';
import type { StopKeeper } from './stops/stop-keeper';

const KINDS = [
  'pods',
  'nodes',
  'vpas',
  'podGroups',
  'horizontalPodAutoscalers',
  ...WORKLOAD_KINDS,
] as const satisfies readonly CachedKind[];

interface Reverted {
  reverted: number;
  failed: number;
}

/** A pod to revert, with a VPA of the requested scope that targets it, and all that do. */
interface Covered {
  pod: Pod;
  vpa: CompiledVpa;
  all: readonly CompiledVpa[];
}

/** An HPA to revert, with a VPA of the requested scope that has its target. */
interface CoveredHpa {
  hpa: HorizontalPodAutoscaler;
  vpa: CompiledVpa;
}

/**
 * Resizes pods that were resized in place back to what their templates state, and gives HPAs back the targets
 * that were rewritten along.
 */
export class Reverting {
  constructor(
    private readonly context: RoleContext<OperationsSettings>,
    private readonly ports: OperationsPorts,
    private readonly keeper: StopKeeper,
  ) {}

  /** What a revert would do. Changes nothing. */
  async preview(scope: StopScope): Promise<RevertView> {
    await this.settled();
    const { covered } = await this.coveredBy(scope);
    const plans = new Map<string, ForeseenPlan & { pods: ForeseenPod[] }>();
    for (const { pod, vpa } of covered) {
      const { namespace, name, mode } = vpa;
      const key = `${namespace}/${name}`;
      const plan = plans.get(key) ?? { namespace, name, updateMode: mode, pods: [] };
      const changes = this.ports.reverter.changesOf(pod);
      plan.pods.push({ name: pod.metadata.name, decision: 'resize', reasons: [], changes });
      plans.set(key, plan);
    }
    const foreseen = foreseenVpas([...plans.values()]);
    return { pods: covered.length, hpas: this.rewrittenIn(scope).length, foreseen };
  }

  /** @throws AppError `conflict` while a VPA would resize its pods again */
  async revert(scope: StopScope, who: string): Promise<Reverted> {
    const { clock } = this.context;
    await this.settled();
    const { covered, unclear } = await this.coveredBy(scope);
    const hpas = this.rewrittenIn(scope);
    this.refuseInVain([...covered.flatMap(({ all }) => all), ...hpas.map(({ vpa }) => vpa)]);
    return audited(
      { store: this.ports.store, clock },
      { who, change: 'revert', ...auditedPlace(scope), before: null, after: null },
      async () => {
        const counts = await this.putBack(covered, unclear);
        return this.putBackTargets(hpas, who, counts);
      },
      ({ reverted, failed }) => ({
        outcome: failed === 0 ? 'done' : 'refused',
        detail: `${reverted} reverted, ${failed} failed`,
        after: { reverted, failed },
      }),
    );
  }

  private async settled(): Promise<void> {
    const { caches } = this.context;
    caches.start(KINDS);
    await Promise.all([caches.settled(KINDS), this.keeper.settled()]);
  }

  private async coveredBy(scope: StopScope): Promise<{ covered: Covered[]; unclear: number }> {
    const covered: Covered[] = [];
    let unclear = 0;
    for (const pod of await inSlices(this.resizedIn(scope)))
      try {
        const all = await this.vpasOf(pod);
        const vpa = all.find(({ namespace, name }) => coversVpa(scope, namespace, name));
        if (vpa) covered.push({ pod, vpa, all });
      } catch (error) {
        unclear++;
        this.context.log.warn(
          { err: error, pod: pod.metadata.name },
          'It is unknown which VPA targets which pod',
        );
      }
    return { covered, unclear };
  }

  private *resizedIn(scope: StopScope): Sliced<Pod[]> {
    const { caches, config } = this.context;
    const resized: Pod[] = [];
    for (const pod of caches.pods.list(scope.kind === 'all' ? undefined : scope.namespace)) {
      if (isServedNamespace(config, pod.metadata.namespace ?? '') && this.ports.reverter.isResized(pod))
        resized.push(pod);
      yield;
    }
    return resized;
  }

  private rewrittenIn(scope: StopScope): CoveredHpa[] {
    const { caches, config } = this.context;
    const found: CoveredHpa[] = [];
    for (const hpa of caches.horizontalPodAutoscalers.list(
      scope.kind === 'all' ? undefined : scope.namespace,
    )) {
      const target = this.ports.hpaReverter.isRewritten(hpa) ? targetOfHpa(hpa) : undefined;
      if (!target || !isServedNamespace(config, target.namespace)) continue;
      const vpas = caches.vpasByTarget.targeting(target).map((vpa) => readVpa(vpa).compiled);
      const vpa = vpas.find(({ namespace, name }) => coversVpa(scope, namespace, name));
      if (vpa) found.push({ hpa, vpa });
    }
    return found;
  }

  /**
   * All VPAs that target the topmost controller of a pod, or a PodGroup that selects it.
   * @throws Error if that is unknown
   */
  private async vpasOf({
    metadata: { namespace = '', ownerReferences, labels },
  }: Pod): Promise<CompiledVpa[]> {
    const { caches, targets } = this.context;
    const topmost = await targets.resolveTopmost(namespace, ownerReferences);
    if (topmost.kind === 'failed') throw topmost.error;
    const own = topmost.kind === 'controller' ? caches.vpasByTarget.targeting(topmost.ref) : [];
    const onGroups = vpasOnGroups(caches, namespace, labels);
    return [...own, ...onGroups].map((vpa) => readVpa(vpa).compiled);
  }

  /** A VPA that keeps resizing its pods would undo it. */
  private refuseInVain(vpas: readonly CompiledVpa[]): void {
    const { state } = this.keeper;
    const acting = vpas.find(
      ({ namespace, name, mode }) =>
        mode !== 'Off' && mode !== 'Initial' && !isStopped(state, namespace, name),
    );
    if (acting)
      throw new AppError(
        'conflict',
        `${acting.namespace}/${acting.name} would resize its pods again: stop it first, or set its mode to Off or Initial`,
      );
  }

  private async putBack(covered: readonly Covered[], unclear: number): Promise<Reverted> {
    const { store, reverter } = this.ports;
    const counts = { reverted: 0, failed: unclear };
    for (const { pod, vpa } of covered) {
      const record = store.begin();
      try {
        const action = await reverter.putBack(vpa, pod);
        record(action);
        if (action.outcome === 'done') counts.reverted++;
        else counts.failed++;
      } catch (error) {
        record();
        counts.failed++;
        this.context.log.error({ err: error, pod: pod.metadata.name }, 'A pod could not be reverted');
      }
    }
    return counts;
  }

  private async putBackTargets(
    hpas: readonly CoveredHpa[],
    who: string,
    { reverted, failed }: Reverted,
  ): Promise<Reverted> {
    const { store, hpaReverter } = this.ports;
    let lost = 0;
    for (const { hpa, vpa } of hpas) {
      const record = store.begin();
      const change = await hpaReverter.putBack(vpa, hpa, who).catch((error: unknown) => {
        this.context.log.error({ err: error, hpa: hpa.metadata.name }, 'An HPA could not be reverted');
        return undefined;
      });
      if (change) record(change);
      else record();
      if (change?.outcome !== 'done') lost++;
    }
    return { reverted: reverted + hpas.length - lost, failed: failed + lost };
  }
}

import type { ClusterCaches } from '../kube/caches';
import type { ObjectListener } from '../kube/object-store';
import type { KubeObject } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { type CustomKindSources, CustomKinds } from './custom-kinds';
import { isCustom, type RuleKind } from './rule-kind';
import type { RulesIndex } from './rules-index';

/** Tells the index every change of the cluster, and `changed` that there was one, or `policyChanged`. */
export class Following {
  private readonly ends: (() => void)[] = [];
  private readonly kinds = new Set<RuleKind>();
  private readonly custom: CustomKinds;

  constructor(
    private readonly caches: ClusterCaches,
    private readonly rulesIndex: RulesIndex,
    private readonly changed: () => void,
    private readonly policyChanged: () => void,
    servedAs: CustomKindSources['servedAs'],
  ) {
    this.custom = new CustomKinds(
      { watches: caches.metadata, servedAs },
      {
        objects: (kind) => this.listenerOf(kind),
        stateChanged: changed,
        fault: (kind, fault) => {
          if (rulesIndex.setKindFault(kind, fault)) policyChanged();
        },
      },
    );
  }

  start(): void {
    const { caches, rulesIndex, changed, policyChanged } = this;
    const told = <A extends unknown[]>(tell: (...args: A) => void, then = changed) => {
      return (...args: A) => {
        tell(...args);
        then();
      };
    };
    this.ends.push(
      caches.verticalScalingPolicies.subscribe({
        added: told((policy) => rulesIndex.setPolicy(policy), policyChanged),
        updated: told((_former, policy) => rulesIndex.setPolicy(policy), policyChanged),
        deleted: told((policy) => rulesIndex.dropPolicy(policy.metadata.name), policyChanged),
      }),
      caches.namespaces.subscribe({
        added: told((namespace) => rulesIndex.setNamespace(namespace)),
        updated: told((_former, namespace) => rulesIndex.setNamespace(namespace)),
        deleted: told((namespace) => rulesIndex.dropNamespace(namespace.metadata.name)),
      }),
      caches.vpas.subscribe({
        added: told((vpa) => rulesIndex.vpaChanged(vpa)),
        updated: (former, vpa) => {
          if (isSameToRules(former, vpa)) return;
          rulesIndex.vpaChanged(former, vpa);
          changed();
        },
        deleted: told((vpa) => rulesIndex.vpaChanged(vpa)),
      }),
      ...[
        caches.verticalScalingPolicies.onState(changed),
        caches.namespaces.onState(changed),
        caches.vpas.onState(changed),
      ],
    );
  }

  /** Follows these kinds too, from now on. */
  follow(kinds: Iterable<RuleKind>): void {
    const { caches, rulesIndex, changed } = this;
    for (const kind of kinds) {
      if (isCustom(kind)) this.custom.follow(kind);
      else if (!this.kinds.has(kind)) {
        caches.start([kind]);
        this.ends.push(caches[kind].subscribe(this.listenerOf(kind)), caches[kind].onState(changed));
      }
      this.kinds.add(kind);
    }
    for (const kind of this.kinds) {
      const isKnown = isCustom(kind) ? this.custom.isKnown(kind) : caches[kind].seen;
      if (isKnown) rulesIndex.kindIsKnown(kind);
    }
  }

  /** Waits until it is known which objects of these kinds there are, or that they cannot be seen. */
  async settled(kinds: Iterable<RuleKind>): Promise<void> {
    const all = [...kinds];
    await this.caches.settled(all.filter((kind) => !isCustom(kind)));
    await this.custom.settled(all.filter(isCustom));
  }

  private listenerOf(kind: RuleKind): ObjectListener<KubeObject> {
    const { rulesIndex, changed } = this;
    return {
      added: (workload) => {
        rulesIndex.setWorkload(kind, undefined, workload);
        changed();
      },
      updated: (former, workload) => {
        rulesIndex.setWorkload(kind, former, workload);
        if (!rulesIndex.isSettled) changed();
      },
      deleted: (workload) => {
        rulesIndex.dropWorkload(kind, workload);
        changed();
      },
    };
  }

  stop(): void {
    this.custom.stop();
    for (const end of this.ends.splice(0)) end();
  }
}

/** Whether only the status differs, as after every pass of the recommender. */
function isSameToRules(
  { metadata: a }: VerticalPodAutoscaler,
  { metadata: b }: VerticalPodAutoscaler,
): boolean {
  return (
    a.uid === b.uid &&
    a.generation !== undefined &&
    a.generation === b.generation &&
    JSON.stringify([a.labels, a.annotations, a.ownerReferences]) ===
      JSON.stringify([b.labels, b.annotations, b.ownerReferences])
  );
}

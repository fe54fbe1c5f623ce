import { EVERY_NAMESPACE } from '@/server/decide/pods/served-namespaces';
import { ALL_GATES_ON } from '@/server/decide/pods/vpa-faults';
import { VpaIndex } from '@/server/kube/target-index';
import { atOnce } from '@/server/lib/time/slices';
import { mergePatch } from '@/server/objects/merge-patch';
import type { VerticalScalingPolicy } from '@/server/objects/plumbline-types';
import { API_RESOURCES, apiVersionOf } from '@/server/objects/resources';
import { ownerKey } from '@/server/objects/target-key';
import type { ObjectMeta, Workload } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { WorkloadKind } from '@/server/objects/workload-kinds';
import { RulesIndex } from '@/server/rules/rules-index';
import type { RuleStep } from '@/server/rules/step';

/** A cluster in memory that does what the index over it asks for. */
export class RulesWorld {
  readonly vpas = new Map<string, VerticalPodAutoscaler>();
  readonly index = new VpaIndex();
  readonly rulesIndex: RulesIndex;
  nowMs = 0;
  private count = 0;

  constructor(settings: { goldilocks?: boolean; collectAfterMs?: number } = {}) {
    this.rulesIndex = new RulesIndex(
      {
        ...EVERY_NAMESPACE,
        goldilocks: false,
        collectAfterMs: 0,
        template: { gates: ALL_GATES_ON, now: () => this.nowMs },
        ...settings,
      },
      {
        vpasOf: (namespace, key) => this.index.targetingKey(namespace, key),
        vpaNamed: (namespace, name) => this.vpas.get(`${namespace}/${name}`),
        isTopmost: ({ owners }) => owners.length === 0,
      },
    );
    this.rulesIndex.setKnowsPolicies(true);
    for (const kind of ['deployments', 'statefulSets', 'daemonSets'] as const)
      this.rulesIndex.kindIsKnown(kind);
  }

  policy(name: string, spec: VerticalScalingPolicy['spec'] = {}, metadata: Partial<ObjectMeta> = {}): void {
    this.count++;
    this.rulesIndex.setPolicy({
      apiVersion: 'plumbline.dev/v1alpha1',
      kind: 'VerticalScalingPolicy',
      metadata: { name, uid: `policy-${name}`, generation: this.count, ...metadata },
      spec: { template: { spec: { updatePolicy: { updateMode: 'Off' } } }, ...spec },
    });
  }

  namespace(name: string, metadata: Partial<ObjectMeta> = {}): void {
    this.rulesIndex.setNamespace({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...metadata } });
  }

  /** Its key. */
  workload(place: string, metadata: Partial<ObjectMeta> = {}, kind: WorkloadKind = 'deployments'): string {
    const [namespace = '', name = ''] = place.split('/');
    const object = workloadOf(kind, namespace, name, metadata);
    this.rulesIndex.setWorkload(kind, undefined, object);
    return keyOf(kind, place);
  }

  delete(place: string, kind: WorkloadKind = 'deployments'): void {
    const [namespace = '', name = ''] = place.split('/');
    this.rulesIndex.dropWorkload(kind, workloadOf(kind, namespace, name, {}));
  }

  /** A VPA that a person made. */
  handMade(place: string, target: string, metadata: Partial<ObjectMeta> = {}): void {
    const [namespace = '', name = ''] = place.split('/');
    this.putVpa({
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name, namespace, ...metadata },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target } },
    });
  }

  putVpa(vpa: VerticalPodAutoscaler): void {
    const { namespace = '', name } = vpa.metadata;
    const former = this.vpas.get(`${namespace}/${name}`);
    const resourceVersion = String(++this.count);
    const next = { ...vpa, metadata: { uid: `vpa-${this.count}`, ...vpa.metadata, resourceVersion } };
    this.vpas.set(`${namespace}/${name}`, next);
    this.index.set(next);
    this.rulesIndex.vpaChanged(former, next);
  }

  deleteVpa(place: string): void {
    const vpa = this.vpas.get(place);
    if (!vpa) return;
    this.vpas.delete(place);
    this.index.delete(vpa);
    this.rulesIndex.vpaChanged(vpa);
  }

  /** What is to be done now. */
  steps(): RuleStep[] {
    atOnce(this.rulesIndex.settling(this.nowMs));
    return [...this.rulesIndex.steps.values()].flat();
  }

  /** Does it until nothing is left; how much that was. */
  run(): RuleStep[] {
    const done: RuleStep[] = [];
    for (let round = 0; round < 10; round++) {
      const steps = this.steps();
      if (steps.length === 0) return done;
      for (const step of steps) this.carryOut(step);
      done.push(...steps);
    }
    throw new Error('there is always something left to do');
  }

  carryOut(step: RuleStep): void {
    const { namespace, name } = step.vpa.metadata;
    const place = `${namespace}/${name}`;
    this.rulesIndex.done(step.key);
    switch (step.kind) {
      case 'create':
        if (this.vpas.has(place)) throw new Error(`${place} is there already`);
        this.putVpa(structuredClone(step.vpa));
        return;
      case 'patch':
      case 'release':
        this.putVpa(mergePatch(step.vpa, step.patch));
        return;
      case 'remove':
        this.deleteVpa(place);
    }
  }

  /** The VPAs of a workload by name. */
  of(place: string, kind: WorkloadKind = 'deployments'): VerticalPodAutoscaler[] {
    const [namespace = ''] = place.split('/');
    return [...this.index.targetingKey(namespace, keyOf(kind, place))];
  }
}

function workloadOf(
  kind: WorkloadKind,
  namespace: string,
  name: string,
  metadata: Partial<ObjectMeta>,
): Workload {
  return {
    apiVersion: apiVersionOf(API_RESOURCES[kind]),
    kind: API_RESOURCES[kind].kind,
    metadata: { name, namespace, uid: `${kind}-${namespace}-${name}`, ...metadata },
    spec: {},
  };
}

function keyOf(kind: WorkloadKind, place: string): string {
  const [namespace = '', name = ''] = place.split('/');
  return ownerKey({
    apiVersion: apiVersionOf(API_RESOURCES[kind]),
    kind: API_RESOURCES[kind].kind,
    namespace,
    name,
  });
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import type { ClusterCaches } from '../../kube/caches';
import type { ObjectListener } from '../../kube/object-store';
import { PodGroupIndex } from '../../kube/pod-group-index';
import { atOnce } from '../../lib/time/slices';
import type { PodGroup } from '../../objects/plumbline-types';
import { selectorMatches } from '../../objects/selector';
import { ownerKey, podGroupRef, targetOf } from '../../objects/target-key';
import type { LabelSelector, OwnerReference, Pod } from '../../objects/types';
import { WORKLOAD_KINDS } from '../../objects/workload-kinds';
import { PodsByTarget } from './pods-by-target';

const NAMESPACE = 'shop';

/** Just enough of the caches: one namespace of pods, without workloads. */
class Pods {
  readonly pods = new Map<string, Pod>();
  readonly podGroupsByLabels = new PodGroupIndex();
  private listener: ObjectListener<Pod> = {};

  caches(): ClusterCaches {
    const nothing = { subscribe: () => () => {}, get: () => undefined };
    const workloads = Object.fromEntries(WORKLOAD_KINDS.map((kind) => [kind, nothing]));
    return {
      ...workloads,
      podGroupsByLabels: this.podGroupsByLabels,
      pods: {
        subscribe: (listener: ObjectListener<Pod>) => {
          this.listener = listener;
          return () => {};
        },
        list: () => this.pods.values(),
        get: (_namespace: string, name: string) => this.pods.get(name),
      },
    } as unknown as ClusterCaches;
  }

  set(pod: Pod): void {
    const former = this.pods.get(pod.metadata.name);
    this.pods.set(pod.metadata.name, pod);
    if (former) this.listener.updated?.(former, pod);
    else this.listener.added?.(pod);
  }

  delete(name: string): void {
    const pod = this.pods.get(name);
    this.pods.delete(name);
    if (pod) this.listener.deleted?.(pod);
  }
}

const owner = (name: string): OwnerReference => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  name,
  uid: `uid-${name}`,
  controller: true,
});

const label = fc.constantFrom('a', 'b', 'c');
const labels = fc.record({ app: label, tier: label }, { requiredKeys: [] });
const selector: fc.Arbitrary<LabelSelector> = fc.oneof(
  fc.constant({}),
  fc.record({ matchLabels: labels }),
  fc.record({
    matchExpressions: fc.array(
      fc.oneof(
        fc.record({
          key: fc.constantFrom('app', 'tier'),
          operator: fc.constantFrom('In', 'NotIn'),
          values: fc.uniqueArray(label, { minLength: 1 }),
        }),
        fc.record({
          key: fc.constantFrom('app', 'tier'),
          operator: fc.constantFrom('Exists', 'DoesNotExist'),
        }),
      ),
      { maxLength: 2 },
    ),
  }),
);
const name = fc.constantFrom('one', 'two', 'three', 'four');
const step = fc.oneof(
  fc.record({
    kind: fc.constant('pod' as const),
    name,
    labels,
    owner: fc.option(fc.constantFrom('web', 'api'), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('pod gone' as const), name }),
  fc.record({ kind: fc.constant('group' as const), name, selector }),
  fc.record({ kind: fc.constant('group gone' as const), name }),
  fc.record({ kind: fc.constant('look' as const) }),
);

it('finds for every PodGroup the pods that its selector matches, by owner and by all groups that do, whatever came before', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const world = new Pods();
      const groups = new Map<string, LabelSelector>();
      const byTarget = new PodsByTarget(world.caches(), {
        topmost: () => ({ kind: 'none' }),
        topmostController: (namespace, owners) => {
          const [one] = owners ?? [];
          return one && { ...targetOf(namespace, one), uid: one.uid };
        },
      });
      const groupOf = (one: string, its: LabelSelector): PodGroup => ({
        apiVersion: 'plumbline.dev/v1alpha1',
        kind: 'PodGroup',
        metadata: { name: one, namespace: NAMESPACE },
        spec: { selector: its },
      });
      const look = () => {
        atOnce(byTarget.refreshing(NAMESPACE));
        for (const group of ['one', 'two', 'three', 'four']) {
          const found = [...byTarget.portionsOf(ownerKey(podGroupRef(NAMESPACE, group)))].flatMap((portion) =>
            byTarget
              .podsIn(portion)
              .pods.map(
                ({ metadata }) => `${metadata.name} ${portion.workload ?? ''} ${portion.podGroups.join(' ')}`,
              ),
          );
          const own = groups.get(group);
          const expected = [...world.pods.values()]
            .filter(({ metadata }) => own && selectorMatches(own, metadata.labels))
            .map(({ metadata }) => {
              const [ref] = metadata.ownerReferences ?? [];
              const all = [...groups]
                .filter(([, its]) => selectorMatches(its, metadata.labels))
                .map(([one]) => ownerKey(podGroupRef(NAMESPACE, one)))
                .sort();
              return `${metadata.name} ${ref ? ownerKey(targetOf(NAMESPACE, ref)) : ''} ${all.join(' ')}`;
            });
          expect(found.sort()).toEqual(expected.sort());
        }
        for (const workload of ['web', 'api']) {
          const target = ownerKey(targetOf(NAMESPACE, owner(workload)));
          const mine = [...world.pods.values()].filter(
            ({ metadata }) => metadata.ownerReferences?.[0]?.name === workload,
          );
          expect(new Set(byTarget.of(target).pods)).toEqual(new Set(mine));
          for (const pod of mine) expect(byTarget.replicaCountsOf(pod)?.present).toBe(mine.length);
        }
      };
      for (const one of steps)
        switch (one.kind) {
          case 'pod':
            world.set({
              apiVersion: 'v1',
              kind: 'Pod',
              metadata: {
                name: one.name,
                namespace: NAMESPACE,
                labels: one.labels,
                ...(one.owner && { ownerReferences: [owner(one.owner)] }),
              },
              spec: { containers: [], nodeName: 'n' },
              status: { phase: 'Running' },
            });
            break;
          case 'pod gone':
            world.delete(one.name);
            break;
          case 'group':
            groups.set(one.name, one.selector);
            world.podGroupsByLabels.set(groupOf(one.name, one.selector));
            break;
          case 'group gone':
            groups.delete(one.name);
            world.podGroupsByLabels.delete(groupOf(one.name, {}));
            break;
          case 'look':
            look();
        }
      look();
    }),
    { numRuns: runs(500) },
  );
});

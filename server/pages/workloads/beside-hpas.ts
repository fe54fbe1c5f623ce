import { podsOfGroup } from '../../features/pod-groups/group-pods';
import { besideHpas } from '../../features/with-hpa/with-hpa';
import type { Runtime } from '../../host/runtime';
import { eachByItself } from '../../kube/object-fault';
import { isPodGroupRef } from '../../kube/plumbline-types';
import { ownerKey, targetOfVpa } from '../../kube/target-key';
import type { HorizontalPodAutoscaler } from '../../kube/types';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { type FeatureGates, gatesOf } from '../../policy/vpa-faults';
import { besideText } from '../../words/with-hpa';

/** What the HPAs of a VPA's target leave to it, in a sentence; undefined without an HPA, or if none is watched. */
export function besideHpasOf(
  { cluster, config }: Pick<Runtime, 'cluster' | 'config'>,
  namespace: string,
  name: string,
): string | undefined {
  const vpa = cluster?.caches.vpas.get(namespace, name);
  const hpas = cluster && vpa ? hpasOf(cluster, vpa, gatesOf(config)) : [];
  if (!vpa || hpas.length === 0 || !config.respectConflicts) return undefined;
  const { results } = eachByItself('HorizontalPodAutoscaler', hpas, (hpa) => {
    besideHpas(vpa, [hpa]);
    return hpa;
  });
  if (results.length === 0) return undefined;
  const names = results.map(({ metadata }) => metadata.name).sort();
  return besideText({ names, ...besideHpas(vpa, results) });
}

/** The HPAs that scale the target of a VPA, or any of the workloads in a PodGroup. */
function hpasOf(
  cluster: NonNullable<Runtime['cluster']>,
  vpa: VerticalPodAutoscaler,
  gates: FeatureGates,
): readonly HorizontalPodAutoscaler[] {
  const { hpasByTarget } = cluster.caches;
  const target = targetOfVpa(vpa);
  if (!target) return [];
  if (!isPodGroupRef(target)) return hpasByTarget.targeting(target);
  if (!hpasByTarget.has(target.namespace)) return [];
  const workloads = new Set(
    podsOfGroup(cluster, target.namespace, target.name, gates).flatMap(({ workload }) =>
      workload ? ownerKey(workload) : [],
    ),
  );
  return [...workloads].flatMap((key) => hpasByTarget.targetingKey(target.namespace, key));
}

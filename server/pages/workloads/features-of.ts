import { podsOfGroup } from '../../cluster/group-pods';
import { type FeatureViews, featureViews } from '../../decide/features/opting-in';
import { withHpa } from '../../decide/features/with-hpa';
import { type FeatureGates, gatesOf } from '../../decide/pods/vpa-faults';
import type { Runtime } from '../../host/runtime';
import { isPodGroupRef } from '../../objects/plumbline-types';
import { ownerKey, targetOfVpa } from '../../objects/target-key';
import type { HorizontalPodAutoscaler } from '../../objects/types';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';

type Asked = Pick<Runtime, 'cluster' | 'config'>;

/** What the page of a workload shows of what its VPA opts into; nothing if the VPA is unknown. */
export function featuresOf(
  { cluster, config, clock }: Asked & Pick<Runtime, 'clock'>,
  namespace: string,
  name: string,
): Partial<FeatureViews> {
  const vpa = cluster?.caches.vpas.get(namespace, name);
  if (!cluster || !vpa) return {};
  const hpas = () => hpasOf(cluster, vpa, gatesOf(config));
  return featureViews(vpa, { settings: config, nowMs: clock.now(), hpas });
}

/** What the HPAs of a VPA's target leave to it, in a sentence; undefined without an HPA, or if none is watched. */
export function withHpasOf({ cluster, config }: Asked, namespace: string, name: string): string | undefined {
  const vpa = cluster?.caches.vpas.get(namespace, name);
  if (!cluster || !vpa) return undefined;
  return withHpa.view(vpa, { settings: config, hpas: () => hpasOf(cluster, vpa, gatesOf(config)) })
    .besideHpas;
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

import type { ClusterCaches } from '../../kube/caches';
import { controllerOf } from '../../objects/owners';
import type { Workload } from '../../objects/types';
import { lifeOfRevisions, type TemplateLife } from '../../recommender/lives/template-life';
import type { ScanTarget } from '../cluster/targets';

/** Since when the templates of workloads are what they are, as far as their ReplicaSets tell. */
export function livesIn({
  replicaSets,
}: Pick<ClusterCaches, 'replicaSets'>): (target: Pick<ScanTarget, 'ref'>) => TemplateLife | undefined {
  const byOwner = new Map<string, Workload[]>();
  for (const replicaSet of replicaSets.list()) {
    const { namespace, ownerReferences } = replicaSet.metadata;
    const owner = controllerOf(ownerReferences);
    if (!owner) continue;
    const key = `${namespace}/${owner.kind}/${owner.name}`;
    byOwner.set(key, [...(byOwner.get(key) ?? []), replicaSet]);
  }
  return ({ ref: { namespace, kind, name } }) => {
    const life = lifeOfRevisions(byOwner.get(`${namespace}/${kind}/${name}`) ?? []);
    return life === 'rolled-back' ? undefined : life;
  };
}

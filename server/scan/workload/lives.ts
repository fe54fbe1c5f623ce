import type { ClusterCaches } from '../../kube/caches';
import { controllerOf } from '../../objects/owners';
import type { KubeObject } from '../../objects/types';
import {
  lifeOfRevisions,
  type Revision,
  revisionOfController,
  revisionOfReplicaSet,
  type TemplateLife,
} from '../../recommender/lives/template-life';
import type { ScanTarget } from '../cluster/targets';

/** Since when the templates of workloads are what they are, as far as their former revisions tell. */
export function livesIn({
  replicaSets,
  controllerRevisions,
}: Pick<ClusterCaches, 'replicaSets' | 'controllerRevisions'>): (
  target: Pick<ScanTarget, 'ref'>,
) => TemplateLife | undefined {
  const byOwner = new Map<string, Revision[]>();
  const keep = ({ metadata: { namespace, ownerReferences } }: KubeObject, revision: Revision | undefined) => {
    const owner = controllerOf(ownerReferences);
    if (!owner || !revision) return;
    const key = `${namespace}/${owner.kind}/${owner.name}`;
    byOwner.set(key, [...(byOwner.get(key) ?? []), revision]);
  };
  for (const one of replicaSets.list()) keep(one, revisionOfReplicaSet(one));
  for (const one of controllerRevisions.list()) keep(one, revisionOfController(one));
  return ({ ref: { namespace, kind, name } }) => {
    const life = lifeOfRevisions(byOwner.get(`${namespace}/${kind}/${name}`) ?? []);
    return life === 'rolled-back' ? undefined : life;
  };
}

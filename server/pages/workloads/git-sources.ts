import type { GitSources } from '../../contract/workloads';
import { gitSourceOf } from '../../decide/pods/git-source';
import type { Runtime } from '../../host/runtime';
import { targetOfVpa } from '../../objects/target-key';
import { workloadKindOf } from '../../objects/workload-kinds';

/** What keeps a VPA, and the workload it targets, as Git states them; undefined if nothing does. */
export function gitSourcesOf(
  { cluster }: Pick<Runtime, 'cluster'>,
  namespace: string,
  name: string,
): GitSources | undefined {
  const found = cluster?.caches.vpas.get(namespace, name);
  const target = found && targetOfVpa(found);
  const kind = target && workloadKindOf(target.apiVersion, target.kind);
  const targeted = kind && cluster?.caches[kind].get(namespace, target.name);
  const [vpa, workload] = [found && gitSourceOf(found), targeted && gitSourceOf(targeted)];
  return vpa || workload ? { ...(vpa && { vpa }), ...(workload && { workload }) } : undefined;
}

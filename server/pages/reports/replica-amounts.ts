import type { ReplicaAmounts } from '../../contract/operations';
import { statedAmounts } from '../../decide/new/pod-amounts';
import { controlOf } from '../../decide/pods/controlling-vpa';
import { gatesOf } from '../../decide/pods/vpa-faults';
import { readVpa } from '../../decide/pods/vpa-reading';
import type { OwnerRef } from '../../objects/owners';
import { podTemplateOf } from '../../objects/pod-template';
import { sizedContainers } from '../../objects/sized-containers';
import { podGroupRef, targetOfHpa } from '../../objects/target-key';
import { knowing, type ReportSources } from './sources';
import { vpaReport } from './vpa-report';

/**
 * What each replica states that an HPA adds, container by container: what the VPA of its target gives new pods, else
 * what the template states. Undefined if the target is not known or has no template.
 * @throws AppError `forbidden` or `cluster-error` if VPAs or pods cannot be read
 */
export async function replicaAmounts(
  sources: ReportSources,
  namespace: string,
  name: string,
): Promise<ReplicaAmounts[] | undefined> {
  await knowing(sources);
  const { cluster, config } = sources;
  const hpa = cluster.caches.horizontalPodAutoscalers.get(namespace, name);
  const ref = hpa && targetOfHpa(hpa);
  const found = ref && (await cluster.targets.resolveTarget(namespace, ref));
  const template = found?.kind === 'found' && found.workload && podTemplateOf(found.workload);
  if (!ref || !template) return undefined;
  const { vpasByTarget, podGroupsByLabels } = cluster.caches;
  const targeting = (target: OwnerRef) => vpasByTarget.targeting(target).map((vpa) => readVpa(vpa).compiled);
  const ofGroups = podGroupsByLabels
    .selecting(namespace, template.metadata?.labels)
    .flatMap((group) => targeting(podGroupRef(namespace, group)));
  const { controlling, acts } = controlOf(targeting(ref), ofGroups, gatesOf(config));
  const given = acts && controlling ? (await vpaReport(sources, controlling.vpa)).containers : [];
  return sizedContainers(template.spec)
    .map(statedAmounts)
    .map(({ name: container, requests, limits }) => {
      const next = given.find((one) => one.name === container)?.next;
      return { container, requests: next?.requests ?? requests, limits: next?.limits ?? limits };
    });
}

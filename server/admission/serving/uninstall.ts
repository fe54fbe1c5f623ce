import type { Config } from '../../config';
import type { KubeClient } from '../../kube/client';
import { unlessMissing } from '../../kube/errors';
import { isLeaseOfOurs } from '../../kube/lease';
import { patchStatus, type StatusPatch } from '../../kube/vpa-status';
import { API_RESOURCES, type KubeResource, pathOf } from '../../objects/resources';
import type { KubeList, Lease } from '../../objects/types';
import { vpaConditions } from '../../objects/vpa-conditions';
import type { VerticalPodAutoscaler, VpaConditionType } from '../../objects/vpa-types';
import { CERTIFICATE_SECRET_NAME } from './names';

type UninstallSettings = Pick<Config, 'admissionWebhookName' | 'ownNamespace' | 'systemNamespace'>;

const OUR_CONDITIONS: ReadonlySet<string> = new Set<VpaConditionType>([
  'PodsUnpatched',
  'LowConfidence',
  'FetchingHistory',
  'HistoryIncomplete',
  'MemoryLeak',
  'RaisedInVain',
  'NoSamples',
]);

/**
 * Removes what processes of ours leave in the cluster: the registration first, so that no review is sent to
 * nobody, then the certificates, the leases, and the conditions that nobody else would remove. What is already
 * gone is no error. A restart does not do this.
 * @throws KubeError
 */
export async function uninstallAdmission(client: KubeClient, config: UninstallSettings): Promise<void> {
  await remove(client, API_RESOURCES.mutatingWebhookConfigurations, undefined, config.admissionWebhookName);
  for (const namespace of new Set([config.ownNamespace, config.systemNamespace])) {
    await remove(client, API_RESOURCES.secrets, namespace, CERTIFICATE_SECRET_NAME);
    await removeLeases(client, namespace);
  }
  const vpas = await unlessMissing(
    client.request<KubeList<VerticalPodAutoscaler>>('GET', pathOf(API_RESOURCES.vpas)),
  );
  for (const vpa of vpas?.items ?? [])
    if (withoutOurs(vpa)) await unlessMissing(patchStatus(client, vpa, withoutOurs));
}

/** Every lease that is ours, and none that the upstream VPA holds. */
async function removeLeases(client: KubeClient, namespace: string): Promise<void> {
  const leases = await unlessMissing(
    client.request<KubeList<Lease>>('GET', pathOf(API_RESOURCES.leases, namespace)),
  );
  for (const lease of leases?.items ?? [])
    if (isLeaseOfOurs(lease)) await remove(client, API_RESOURCES.leases, namespace, lease.metadata.name);
}

/** The status without the conditions that only Plumbline sets; undefined if it has none. */
function withoutOurs({ status }: VerticalPodAutoscaler): StatusPatch | undefined {
  const conditions = vpaConditions(status);
  const others = conditions.filter(({ type }) => !OUR_CONDITIONS.has(type));
  return others.length < conditions.length ? { conditions: others } : undefined;
}

async function remove(
  client: KubeClient,
  resource: KubeResource,
  namespace: string | undefined,
  name: string,
): Promise<void> {
  await unlessMissing(client.request('DELETE', pathOf(resource, namespace, name)));
}

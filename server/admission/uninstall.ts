import type { Config } from '../config';
import { isKubeError, type KubeClient } from '../kube/client';
import { type KubeResource, pathOf, RESOURCES } from '../kube/resources';
import type { KubeList } from '../kube/types';
import { patchStatus } from '../kube/vpa-status';
import type { VerticalPodAutoscaler } from '../kube/vpa-types';
import { ADMISSION_LEASE_NAME, CERTIFICATE_SECRET_NAME } from './names';
import { withoutUnpatched } from './unpatched-conditions';

type UninstallSettings = Pick<Config, 'admissionWebhookName' | 'systemNamespace'>;

/**
 * Takes everything of admission out of the cluster: the registration first, so that no review is sent to nobody,
 * then its certificates, its lease, and the conditions that nobody would take away any more. What is gone already is no error. A restart does not do this.
 * @throws KubeError
 */
export async function uninstallAdmission(client: KubeClient, config: UninstallSettings): Promise<void> {
  await remove(client, RESOURCES.mutatingWebhookConfigurations, undefined, config.admissionWebhookName);
  await remove(client, RESOURCES.secrets, config.systemNamespace, CERTIFICATE_SECRET_NAME);
  await remove(client, RESOURCES.leases, config.systemNamespace, ADMISSION_LEASE_NAME);
  for (const vpa of await vpasOf(client))
    if (withoutUnpatched(vpa)) await patchStatus(client, vpa, withoutUnpatched);
}

async function vpasOf(client: KubeClient): Promise<VerticalPodAutoscaler[]> {
  try {
    return (await client.request<KubeList<VerticalPodAutoscaler>>('GET', pathOf(RESOURCES.vpas))).items;
  } catch (thrown) {
    if (isKubeError(thrown, 'not-found')) return [];
    throw thrown;
  }
}

async function remove(
  client: KubeClient,
  resource: KubeResource,
  namespace: string | undefined,
  name: string,
): Promise<void> {
  try {
    await client.request('DELETE', pathOf(resource, namespace, name));
  } catch (thrown) {
    if (!isKubeError(thrown, 'not-found')) throw thrown;
  }
}

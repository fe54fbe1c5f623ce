import type { Config } from '../../config';
import type { KubeClient } from '../../kube/client';
import { unlessMissing } from '../../kube/errors';
import { ADMISSION_LEASE_NAME } from '../../kube/lease';
import { API_RESOURCES, type KubeResource, pathOf } from '../../kube/resources';
import type { KubeList } from '../../kube/types';
import { patchStatus } from '../../kube/vpa-status';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { withoutUnpatched } from '../watch/unpatched-conditions';
import { CERTIFICATE_SECRET_NAME } from './names';

type UninstallSettings = Pick<Config, 'admissionWebhookName' | 'systemNamespace'>;

/**
 * Removes everything of admission from the cluster: the registration first, so that no review is sent to
 * nobody, then the certificates, the lease, and the conditions that nobody else would remove. What is already
 * gone is no error. A restart does not do this.
 * @throws KubeError
 */
export async function uninstallAdmission(client: KubeClient, config: UninstallSettings): Promise<void> {
  await remove(client, API_RESOURCES.mutatingWebhookConfigurations, undefined, config.admissionWebhookName);
  await remove(client, API_RESOURCES.secrets, config.systemNamespace, CERTIFICATE_SECRET_NAME);
  await remove(client, API_RESOURCES.leases, config.systemNamespace, ADMISSION_LEASE_NAME);
  const vpas = await unlessMissing(
    client.request<KubeList<VerticalPodAutoscaler>>('GET', pathOf(API_RESOURCES.vpas)),
  );
  for (const vpa of vpas?.items ?? [])
    if (withoutUnpatched(vpa)) await unlessMissing(patchStatus(client, vpa, withoutUnpatched));
}

async function remove(
  client: KubeClient,
  resource: KubeResource,
  namespace: string | undefined,
  name: string,
): Promise<void> {
  await unlessMissing(client.request('DELETE', pathOf(resource, namespace, name)));
}

import type { Config } from '../config';
import { isKubeError, type KubeClient } from '../kube/client';
import { type KubeResource, pathOf, RESOURCES } from '../kube/resources';
import { ADMISSION_LEASE_NAME, CERTIFICATE_SECRET_NAME } from './names';

type UninstallSettings = Pick<Config, 'admissionWebhookName' | 'systemNamespace'>;

/**
 * Takes everything of admission out of the cluster: the registration first, so that no review is sent to nobody,
 * then its certificates and its lease. What is gone already is no error. A restart does not do this.
 * @throws KubeError
 */
export async function uninstallAdmission(client: KubeClient, config: UninstallSettings): Promise<void> {
  await remove(client, RESOURCES.mutatingWebhookConfigurations, undefined, config.admissionWebhookName);
  await remove(client, RESOURCES.secrets, config.systemNamespace, CERTIFICATE_SECRET_NAME);
  await remove(client, RESOURCES.leases, config.systemNamespace, ADMISSION_LEASE_NAME);
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

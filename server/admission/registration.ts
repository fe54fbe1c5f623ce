import { isDeepStrictEqual } from 'node:util';
import { isKubeError, type KubeClient } from '../kube/client';
import { pathOf, RESOURCES } from '../kube/resources';
import type { MutatingWebhookConfiguration, Webhook } from './webhook-configuration';

/** What a look at the registration found, and did. */
export type RegistrationOutcome = 'right' | 'created' | 'mended';

/**
 * Makes the cluster's registration what it should be: created when missing, mended when anything of ours was
 * changed; what others added to its metadata stays.
 * @throws KubeError
 */
export async function reconcileRegistration(
  client: KubeClient,
  desired: MutatingWebhookConfiguration & { webhooks: Webhook[] },
): Promise<RegistrationOutcome> {
  const path = pathOf(RESOURCES.mutatingWebhookConfigurations, undefined, desired.metadata.name);
  const found = await client.request<MutatingWebhookConfiguration>('GET', path).catch((thrown: unknown) => {
    if (isKubeError(thrown, 'not-found')) return undefined;
    throw thrown;
  });
  if (!found) {
    await client.request('POST', pathOf(RESOURCES.mutatingWebhookConfigurations), { body: desired });
    return 'created';
  }
  if (isRight(found, desired)) return 'right';
  const labels = { ...found.metadata.labels, ...desired.metadata.labels };
  await client.request('PUT', path, {
    body: { ...found, metadata: { ...found.metadata, labels }, webhooks: desired.webhooks },
  });
  return 'mended';
}

function isRight(
  found: MutatingWebhookConfiguration,
  desired: MutatingWebhookConfiguration & { webhooks: Webhook[] },
): boolean {
  const labels = Object.entries(desired.metadata.labels ?? {});
  return (
    labels.every(([key, value]) => found.metadata.labels?.[key] === value) &&
    isDeepStrictEqual(found.webhooks, desired.webhooks)
  );
}

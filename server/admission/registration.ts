import { isDeepStrictEqual } from 'node:util';
import { isKubeError, type KubeClient } from '../kube/client';
import { pathOf, RESOURCES } from '../kube/resources';
import {
  addressOf,
  type MutatingWebhookConfiguration,
  registeredByAnother,
  type Webhook,
} from './webhook-configuration';

/** What a look at the registration found, and did. */
export type RegistrationOutcome =
  | { kind: 'right' | 'created' | 'mended' }
  /** Another process registered itself at `address` and serves there: it is left in place. */
  | { kind: 'elsewhere'; address: string };

const MAX_ATTEMPTS = 3;

/**
 * Makes the cluster's registration what it should be: created when missing, mended when anything of ours was
 * changed; what others added to its metadata stays. The registration of another process stays while `isServed`.
 * @throws KubeError
 */
export async function reconcileRegistration(
  client: KubeClient,
  desired: MutatingWebhookConfiguration & { webhooks: Webhook[] },
  isServed: (other: Webhook) => Promise<boolean>,
): Promise<RegistrationOutcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptRegistration(client, desired, isServed);
    } catch (thrown) {
      // A replica that starts at the same time was first.
      if (!isKubeError(thrown, 'conflict') || attempt === MAX_ATTEMPTS) throw thrown;
    }
  }
}

async function attemptRegistration(
  client: KubeClient,
  desired: MutatingWebhookConfiguration & { webhooks: Webhook[] },
  isServed: (other: Webhook) => Promise<boolean>,
): Promise<RegistrationOutcome> {
  const path = pathOf(RESOURCES.mutatingWebhookConfigurations, undefined, desired.metadata.name);
  const found = await client.request<MutatingWebhookConfiguration>('GET', path).catch((thrown: unknown) => {
    if (isKubeError(thrown, 'not-found')) return undefined;
    throw thrown;
  });
  if (!found) {
    await client.request('POST', pathOf(RESOURCES.mutatingWebhookConfigurations), { body: desired });
    return { kind: 'created' };
  }
  if (isRight(found, desired)) return { kind: 'right' };
  const other = registeredByAnother(found, desired);
  if (other && (await isServed(other))) return { kind: 'elsewhere', address: addressOf(other) };
  const labels = { ...found.metadata.labels, ...desired.metadata.labels };
  const annotations = { ...found.metadata.annotations, ...desired.metadata.annotations };
  await client.request('PUT', path, {
    body: { ...found, metadata: { ...found.metadata, labels, annotations }, webhooks: desired.webhooks },
  });
  return { kind: 'mended' };
}

function isRight(
  found: MutatingWebhookConfiguration,
  desired: MutatingWebhookConfiguration & { webhooks: Webhook[] },
): boolean {
  return (
    holds(found.metadata.labels, desired.metadata.labels) &&
    holds(found.metadata.annotations, desired.metadata.annotations) &&
    isDeepStrictEqual(found.webhooks, desired.webhooks)
  );
}

function holds(found: Record<string, string> = {}, desired: Record<string, string> = {}): boolean {
  return Object.entries(desired).every(([key, value]) => found[key] === value);
}

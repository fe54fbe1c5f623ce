import { isDeepStrictEqual } from 'node:util';
import { isKubeError, type KubeClient } from '../../kube/client';
import { unlessMissing } from '../../kube/errors';
import { API_RESOURCES, pathOf } from '../../kube/resources';
import { type ServingMaterial, servesFor } from './certificates';
import {
  type MutatingWebhookConfiguration,
  registeredAddress,
  registeredByAnother,
  registeredPath,
  type Webhook,
} from './webhook-configuration';

/** What a check of the registration found and did. */
type RegistrationOutcome =
  | { kind: 'right' | 'created' | 'mended' }
  /** Another process registered itself at `address` and serves there: it is left in place. */
  | { kind: 'elsewhere'; address: string };

/** What should be registered, given what is. */
type Desire = (
  found: MutatingWebhookConfiguration | undefined,
) => MutatingWebhookConfiguration & { webhooks: Webhook[] };

const MAX_ATTEMPTS = 3;

/**
 * Makes the cluster's registration right: creates it if missing, repairs fields of ours; metadata of others
 * stays. The registration of another process stays while `isServed`.
 * @throws KubeError
 */
export async function reconcileRegistration(
  client: KubeClient,
  name: string,
  desire: Desire,
  isServed: (other: Webhook) => Promise<boolean>,
): Promise<RegistrationOutcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptRegistration(client, name, desire, isServed);
    } catch (thrown) {
      // Another replica starting at the same time was first.
      if (!isKubeError(thrown, 'conflict') || attempt === MAX_ATTEMPTS) throw thrown;
    }
  }
}

async function attemptRegistration(
  client: KubeClient,
  name: string,
  desire: Desire,
  isServed: (other: Webhook) => Promise<boolean>,
): Promise<RegistrationOutcome> {
  const path = pathOf(API_RESOURCES.mutatingWebhookConfigurations, undefined, name);
  const found = await read(client, name);
  const desired = desire(found);
  if (!found) {
    await client.request('POST', pathOf(API_RESOURCES.mutatingWebhookConfigurations), { body: desired });
    return { kind: 'created' };
  }
  if (isRight(found, desired)) return { kind: 'right' };
  const other = registeredByAnother(found, desired);
  if (other && (await isServed(other))) return { kind: 'elsewhere', address: registeredAddress(other) };
  const labels = { ...found.metadata.labels, ...desired.metadata.labels };
  const annotations = { ...found.metadata.annotations, ...desired.metadata.annotations };
  await client.request('PUT', path, {
    body: { ...found, metadata: { ...found.metadata, labels, annotations }, webhooks: desired.webhooks },
  });
  return { kind: 'mended' };
}

interface ForeignRegistration {
  name: string;
  material: ServingMaterial;
  nowMs: number;
  /** Gets the paths that reviews of pods are posted to. Returns whether they come with a proof. */
  learn: (paths: readonly string[]) => boolean;
}

/**
 * What is wrong with a registration that something else maintains; undefined if pod creations are reviewed,
 * the certificate served at `nowMs` is trusted and the API server can prove itself.
 * @throws KubeError
 */
export async function faultOfRegistration(
  client: KubeClient,
  { name, material, nowMs, learn }: ForeignRegistration,
): Promise<string | undefined> {
  const found = await read(client, name);
  if (!found)
    return `there is no MutatingWebhookConfiguration ${name}, and PLUMBLINE_ADMISSION_REGISTER is false`;
  const asking = (found.webhooks ?? []).filter(({ rules }) => rules?.some(asksAboutPods));
  if (asking.length === 0) return `the webhooks of ${name} do not review pods on creation`;
  const isBelieved = asking.some(({ clientConfig: { caBundle } }) => {
    if (!caBundle) return true;
    const caPem = Buffer.from(caBundle, 'base64').toString('utf8');
    return servesFor({ ...material, caPem }, [], nowMs);
  });
  if (!isBelieved) return `the caBundle of ${name} does not match the serving certificate`;
  const isProven = learn(asking.filter(({ clientConfig }) => clientConfig).map(registeredPath));
  return isProven
    ? undefined
    : `the path in ${name} is no secret, so nobody knows that reviews come from the API server: register /mutate/ and at least 32 random characters of a-z and 0-9, or set PLUMBLINE_ADMISSION_CLIENT_CA_FILE`;
}

function asksAboutPods({ operations, apiGroups, resources }: Webhook['rules'][number]): boolean {
  const includes = (list: readonly string[] | undefined, ...names: string[]) =>
    list?.some((one) => one === '*' || names.includes(one)) ?? false;
  return includes(operations, 'CREATE') && includes(apiGroups, '') && includes(resources, 'pods', '*/*');
}

function read(client: KubeClient, name: string): Promise<MutatingWebhookConfiguration | undefined> {
  const path = pathOf(API_RESOURCES.mutatingWebhookConfigurations, undefined, name);
  return unlessMissing(client.request<MutatingWebhookConfiguration>('GET', path));
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

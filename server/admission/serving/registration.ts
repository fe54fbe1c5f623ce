import { isDeepStrictEqual } from 'node:util';
import { isKubeError, type KubeClient } from '../../kube/client';
import { unlessMissing } from '../../kube/errors';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { KubeObject, LabelSelector, LabelSelectorRequirement } from '../../objects/types';
import { type ServingMaterial, servesFor } from './certificates';
import {
  type MutatingWebhookConfiguration,
  registeredAddress,
  registeredByAnother,
  registeredPath,
  type Webhook,
} from './webhook-configuration';

type RegistrationOutcome =
  | { kind: 'right' | 'created'; added: readonly LabelSelectorRequirement[] }
  /** `wasAsked`: whether reviews came before it was mended. */
  | { kind: 'mended'; wasAsked: boolean; added: readonly LabelSelectorRequirement[] }
  /** Another process registered itself at `address` and serves there: it is left in place. */
  | { kind: 'elsewhere'; address: string };

type Desire = (
  found: MutatingWebhookConfiguration | undefined,
) => MutatingWebhookConfiguration & { webhooks: Webhook[] };

const MAX_ATTEMPTS = 3;

/**
 * Makes the cluster's registration right: creates it if missing, repairs fields of ours; metadata of others
 * stays. The registration of another process stays while `isServed`.
 * @param beforeChange may change what is desired; not called where the registration is right
 * @throws KubeError
 */
export async function reconcileRegistration(
  client: KubeClient,
  name: string,
  desire: Desire,
  isServed: (other: Webhook) => Promise<boolean>,
  beforeChange?: () => Promise<void>,
): Promise<RegistrationOutcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptRegistration(
        client,
        name,
        desire,
        isServed,
        attempt === 1 ? beforeChange : undefined,
      );
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
  beforeChange?: () => Promise<void>,
): Promise<RegistrationOutcome> {
  const path = pathOf(API_RESOURCES.mutatingWebhookConfigurations, undefined, name);
  const found = await read(client, name);
  const desired = desire(found);
  const kept = found ? withAdded(desired, found) : desired;
  const [pods] = kept.webhooks;
  const added = (pods && addedTo(pods.namespaceSelector, desired.webhooks[0]?.namespaceSelector)) ?? [];
  if (found && isRight(found, kept)) return { kind: 'right', added };
  if (beforeChange) {
    await beforeChange();
    return attemptRegistration(client, name, desire, isServed);
  }
  if (!found) {
    await client.request('POST', pathOf(API_RESOURCES.mutatingWebhookConfigurations), { body: desired });
    return { kind: 'created', added: [] };
  }
  const other = registeredByAnother(found, desired);
  if (other && (await isServed(other))) return { kind: 'elsewhere', address: registeredAddress(other) };
  const labels = { ...found.metadata.labels, ...desired.metadata.labels };
  const annotations = { ...found.metadata.annotations, ...desired.metadata.annotations };
  await client.request('PUT', path, {
    body: { ...found, metadata: { ...found.metadata, labels, annotations }, webhooks: kept.webhooks },
  });
  return { kind: 'mended', wasAsked: asksAlike(found, kept), added };
}

type Desired = ReturnType<Desire>;

/**
 * What is desired with what others added to the selectors of namespaces, where that only leaves out namespaces that
 * they mark, as the Admissions Enforcer of AKS and GKE Autopilot do: they would add it again for ever.
 */
function withAdded(desired: Desired, found: MutatingWebhookConfiguration): Desired {
  const webhooks = desired.webhooks.map((webhook) => {
    const own = found.webhooks?.find(({ name }) => name === webhook.name)?.namespaceSelector;
    return own && addedTo(own, webhook.namespaceSelector) ? { ...webhook, namespaceSelector: own } : webhook;
  });
  return { ...desired, webhooks };
}

/** The expressions that one selector has beside those of the other; undefined if it differs in any other way. */
function addedTo(
  { matchLabels, matchExpressions = [] }: LabelSelector,
  { matchLabels: labels, matchExpressions: expressions = [] }: LabelSelector = {},
): LabelSelectorRequirement[] | undefined {
  const isIn = (one: LabelSelectorRequirement, all: readonly LabelSelectorRequirement[]) =>
    all.some((other) => isDeepStrictEqual(one, other));
  if (!isDeepStrictEqual(matchLabels ?? {}, labels ?? {})) return undefined;
  if (!expressions.every((one) => isIn(one, matchExpressions))) return undefined;
  const added = matchExpressions.filter((one) => !isIn(one, expressions));
  const leavesOut = ({ operator }: LabelSelectorRequirement) =>
    operator === 'NotIn' || operator === 'DoesNotExist';
  return added.every(leavesOut) ? added : undefined;
}

/** Whether reviews come all the same: what differs is neither which are asked for nor where they go. */
function asksAlike({ webhooks = [] }: MutatingWebhookConfiguration, desired: Desired): boolean {
  const asked = (webhook: Webhook) => ({
    clientConfig: webhook.clientConfig,
    rules: webhook.rules,
    namespaceSelector: webhook.namespaceSelector,
    objectSelector: webhook.objectSelector,
  });
  const isBounded = webhooks.some((webhook) => 'matchConditions' in webhook);
  return !isBounded && isDeepStrictEqual(webhooks.map(asked), desired.webhooks.map(asked));
}

/**
 * Of these namespaces, those that expressions leave out.
 * @throws KubeError
 */
export async function namespacesLeftOut(
  client: KubeClient,
  added: readonly LabelSelectorRequirement[],
  namespaces: ReadonlySet<string>,
): Promise<string[]> {
  const leftOut = new Set<string>();
  if (namespaces.size === 0) return [];
  for (const { key, operator, values = [] } of added) {
    const labelSelector = operator === 'NotIn' ? `${key} in (${values.join(',')})` : key;
    const { items } = await client.request<{ items: KubeObject[] }>('GET', pathOf(API_RESOURCES.namespaces), {
      query: { labelSelector },
    });
    for (const { metadata } of items) if (namespaces.has(metadata.name)) leftOut.add(metadata.name);
  }
  return [...leftOut].sort();
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

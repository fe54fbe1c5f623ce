import type { Config } from '../../config';
import { API_RESOURCES } from '../../objects/resources';
import { parseSelector } from '../../objects/selector';
import type { KubeObject, LabelSelector, LabelSelectorRequirement } from '../../objects/types';
import { VPA_GROUP } from '../../objects/vpa-types';
import { ANNOTATIONS } from '../../words/annotations';
import type { WebhookAddress } from './address';
import { REVIEW_PATH } from './names';

/** `admissionregistration.k8s.io/v1`, with every field that the API server would default. */
export interface Webhook {
  name: string;
  admissionReviewVersions: string[];
  sideEffects: 'None';
  timeoutSeconds: number;
  failurePolicy: 'Ignore';
  matchPolicy: 'Equivalent';
  reinvocationPolicy: 'IfNeeded' | 'Never';
  clientConfig: {
    /** The trusted authority; without it, those of the API server's machine. */
    caBundle?: string;
    url?: string;
    service?: { namespace: string; name: string; path: string; port: number };
  };
  rules: {
    operations: string[];
    apiGroups: string[];
    apiVersions: string[];
    resources: string[];
    scope: 'Namespaced';
  }[];
  namespaceSelector: LabelSelector;
  objectSelector: LabelSelector;
}

export interface MutatingWebhookConfiguration extends KubeObject {
  webhooks?: Webhook[];
}

type RegistrationSettings = Pick<
  Config,
  | 'admissionWebhookName'
  | 'admissionWebhookLabels'
  | 'admissionNamespaceSelector'
  | 'admissionObjectSelector'
  | 'admissionKubeSystem'
  | 'admissionReinvoke'
  | 'admissionTimeoutMs'
  | 'vpaObjectNamespace'
  | 'ignoredVpaObjectNamespaces'
>;

/**
 * The address a Plumbline registered, which tells its own edit by hand from another process's registration.
 */
const ADDRESS_ANNOTATION = ANNOTATIONS.webhookAddress.name;

/** What runs here must start without anybody's help. */
const KUBE_SYSTEM = 'kube-system';
const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

/**
 * What should be registered: pods on creation and VPAs on creation and change, failing open.
 * @throws SelectorError for a selector in the settings that cannot be parsed
 */
export function desiredConfiguration(
  config: RegistrationSettings,
  address: Exclude<WebhookAddress, { kind: 'unknown' }>,
  caPem: string,
  path: string,
): MutatingWebhookConfiguration & { webhooks: Webhook[] } {
  const common = {
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    timeoutSeconds: Math.min(30, Math.max(1, Math.round(config.admissionTimeoutMs / 1000))),
    failurePolicy: 'Ignore',
    matchPolicy: 'Equivalent',
    reinvocationPolicy: config.admissionReinvoke ? 'IfNeeded' : 'Never',
    clientConfig: { caBundle: Buffer.from(caPem).toString('base64'), ...reachedBy(address, path) },
  } as const;
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: API_RESOURCES.mutatingWebhookConfigurations.kind,
    metadata: {
      name: config.admissionWebhookName,
      labels: labelsOf(config),
      annotations: { [ADDRESS_ANNOTATION]: registeredAddress(common) },
    },
    webhooks: [
      {
        name: 'pods.admission.plumbline.dev',
        ...common,
        admissionReviewVersions: [...common.admissionReviewVersions],
        rules: [rule('', 'v1', 'pods', ['CREATE'])],
        namespaceSelector: selector([
          ...namespacesServed(
            config,
            config.vpaObjectNamespace || reviewsPodsOf(config, KUBE_SYSTEM) ? [] : [KUBE_SYSTEM],
          ),
          ...requirements(config.admissionNamespaceSelector),
        ]),
        objectSelector: selector(requirements(config.admissionObjectSelector)),
      },
      {
        name: 'vpas.admission.plumbline.dev',
        ...common,
        admissionReviewVersions: [...common.admissionReviewVersions],
        rules: [rule(VPA_GROUP, '*', API_RESOURCES.vpas.plural, ['CREATE', 'UPDATE'])],
        namespaceSelector: selector(namespacesServed(config)),
        objectSelector: {},
      },
    ],
  };
}

/** Where a registered webhook is, in words, without the path that only the API server knows. */
export function registeredAddress({ clientConfig: { url, service } }: Pick<Webhook, 'clientConfig'>): string {
  if (url === undefined) return `service ${service?.namespace}/${service?.name}:${service?.port}`;
  return URL.canParse(url) ? new URL(REVIEW_PATH, url).href : 'a URL that is none';
}

/** The path that reviews are posted to. */
export function registeredPath({ clientConfig: { url, service } }: Pick<Webhook, 'clientConfig'>): string {
  if (url === undefined) return service?.path ?? '/';
  return URL.canParse(url) ? new URL(url).pathname : '/';
}

/** The path of `found` if it is registered at this address; undefined if it is not. */
export function pathAt(
  address: Exclude<WebhookAddress, { kind: 'unknown' }>,
  found: MutatingWebhookConfiguration | undefined,
): string | undefined {
  const [webhook] = found?.webhooks ?? [];
  if (!webhook?.clientConfig) return undefined;
  const isHere =
    registeredAddress(webhook) === registeredAddress({ clientConfig: reachedBy(address, REVIEW_PATH) });
  return isHere ? registeredPath(webhook) : undefined;
}

/** The webhook of `found` if a process with another address than `desired` registered it. */
export function registeredByAnother(
  found: MutatingWebhookConfiguration,
  desired: MutatingWebhookConfiguration,
): Webhook | undefined {
  const [webhook] = found.webhooks ?? [];
  if (!webhook?.clientConfig) return undefined;
  const claimed = found.metadata.annotations?.[ADDRESS_ANNOTATION];
  const isClaimed = claimed === registeredAddress(webhook);
  return isClaimed && claimed !== desired.metadata.annotations?.[ADDRESS_ANNOTATION] ? webhook : undefined;
}

function reachedBy(address: Exclude<WebhookAddress, { kind: 'unknown' }>, path: string) {
  if (address.kind === 'url') return { url: new URL(path, address.url).href };
  const { namespace, name, port } = address;
  return { service: { namespace, name, path, port } };
}

function rule(
  group: string,
  version: string,
  resource: string,
  operations: string[],
): Webhook['rules'][number] {
  return {
    operations,
    apiGroups: [group],
    apiVersions: [version],
    resources: [resource],
    scope: 'Namespaced',
  };
}

/** Whether the webhook is asked about new pods of this namespace; selectors in the settings may leave out more. */
export function reviewsPodsOf(
  {
    admissionKubeSystem,
    vpaObjectNamespace,
  }: Pick<RegistrationSettings, 'admissionKubeSystem' | 'vpaObjectNamespace'>,
  namespace: string,
): boolean {
  return namespace !== KUBE_SYSTEM || admissionKubeSystem || vpaObjectNamespace === KUBE_SYSTEM;
}

function namespacesServed(
  { vpaObjectNamespace: only, ignoredVpaObjectNamespaces }: RegistrationSettings,
  alsoIgnored: readonly string[] = [],
): LabelSelectorRequirement[] {
  const ignored = [...new Set([...ignoredVpaObjectNamespaces, ...alsoIgnored])];
  const served: LabelSelectorRequirement[] = [];
  if (only) served.push({ key: NAMESPACE_NAME, operator: 'In', values: [only] });
  if (ignored.length > 0) served.push({ key: NAMESPACE_NAME, operator: 'NotIn', values: ignored.sort() });
  return served;
}

function requirements(text: string): LabelSelectorRequirement[] {
  if (text.trim() === '') return [];
  return parseSelector(text).map(({ key, operator, values }) => {
    if (operator !== 'In' && operator !== 'NotIn' && operator !== 'Exists' && operator !== 'DoesNotExist')
      throw new Error(`selector "${text}": ${operator} cannot be used in a webhook`);
    return values.length > 0 ? { key, operator, values: [...values] } : { key, operator };
  });
}

function selector(matchExpressions: LabelSelectorRequirement[]): LabelSelector {
  return matchExpressions.length > 0 ? { matchExpressions } : {};
}

function labelsOf({ admissionWebhookLabels }: RegistrationSettings): Record<string, string> {
  const given = admissionWebhookLabels.map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return [key, value.join('=')] as const;
  });
  return { 'app.kubernetes.io/managed-by': 'plumbline', ...Object.fromEntries(given) };
}

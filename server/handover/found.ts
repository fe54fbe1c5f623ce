import type { Config } from '../config';
import type { KubeClient } from '../kube/client';
import { unlessMissing } from '../kube/errors';
import { API_RESOURCES, pathOf } from '../kube/resources';
import type { KubeList, KubeObject } from '../kube/types';
import { ANNOTATIONS } from '../words/annotations';

/** On a Deployment that was scaled to 0: how many replicas it had. */
export const REPLICAS_ANNOTATION = ANNOTATIONS.replicasBefore.name;
const UPSTREAM_IMAGE = /(?:^|\/)vpa-(recommender|updater|admission-controller)(?:[:@]|$)/;
const OUR_NAMES = new Set(['plumbline', 'plumbline-admission']);
/** The name of the webhook in every registration by the upstream VPA. */
const UPSTREAM_WEBHOOK = 'vpa.k8s.io';

export type UpstreamPart = 'recommender' | 'updater' | 'admission-controller';

export type Deployment = KubeObject & {
  spec: {
    replicas?: number;
    template: { spec: { containers: { image: string; args?: string[]; command?: string[] }[] } };
  };
  status?: { readyReplicas?: number };
};

export type Registration = KubeObject & {
  webhooks?: {
    name: string;
    clientConfig: { service?: { namespace: string }; url?: string; caBundle?: string };
  }[];
};

/** What of the upstream VPA and of Plumbline is in a cluster. */
export interface Found {
  upstream: { part: UpstreamPart; deployment: Deployment }[];
  upstreamRegistrations: Registration[];
  ours: Deployment[];
  ourRegistration: Registration | undefined;
  hasDefinitions: boolean;
}

/** @throws KubeError */
export async function findBoth(
  client: KubeClient,
  { admissionWebhookName }: Pick<Config, 'admissionWebhookName'>,
): Promise<Found> {
  const list = async <T>(path: string) => (await client.request<KubeList<T>>('GET', path)).items;
  const deployments = await list<Deployment>(pathOf(API_RESOURCES.deployments));
  const registrations = await list<Registration>(pathOf(API_RESOURCES.mutatingWebhookConfigurations));
  const vpas = await unlessMissing(
    client.request('GET', pathOf(API_RESOURCES.vpas), { query: { limit: 1 } }),
  );
  return {
    upstream: deployments.flatMap((deployment) => {
      const part = upstreamPart(deployment);
      return part ? [{ part, deployment }] : [];
    }),
    upstreamRegistrations: registrations.filter(
      ({ metadata, webhooks }) =>
        metadata.name !== admissionWebhookName && webhooks?.some(({ name }) => name === UPSTREAM_WEBHOOK),
    ),
    ours: deployments.filter(({ metadata }) =>
      OUR_NAMES.has(metadata.labels?.['app.kubernetes.io/name'] ?? ''),
    ),
    ourRegistration: registrations.find(({ metadata }) => metadata.name === admissionWebhookName),
    hasDefinitions: vpas !== undefined,
  };
}

/** Which part of the upstream VPA a Deployment runs; a recommender with a name of its own serves other VPAs. */
function upstreamPart({ spec }: Deployment): UpstreamPart | undefined {
  for (const { image, args = [], command = [] } of spec.template.spec.containers) {
    const part = UPSTREAM_IMAGE.exec(image)?.[1] as UpstreamPart | undefined;
    const isNamed = [...command, ...args].some((one) => /^--?recommender-name=(?!default$)/.test(one));
    if (part && !(part === 'recommender' && isNamed)) return part;
  }
  return undefined;
}

/** Where Plumbline runs, as far as its Deployments and its webhook tell. */
export function ourNamespaces({ ours, ourRegistration }: Found): string[] {
  const ofServices =
    ourRegistration?.webhooks?.map(({ clientConfig }) => clientConfig.service?.namespace) ?? [];
  const all = [...ours.map(({ metadata }) => metadata.namespace), ...ofServices];
  return [...new Set(all.filter((namespace) => namespace !== undefined))];
}

/** Whether Plumbline's webhook is registered and, where a Service leads to it, a pod behind it is ready. */
export function admits({ ours, ourRegistration }: Found): boolean {
  const client = ourRegistration?.webhooks?.[0]?.clientConfig;
  if (!client?.caBundle) return false;
  if (!client.service) return true;
  const { namespace } = client.service;
  const there = ours.filter(({ metadata }) => metadata.namespace === namespace);
  const apart = there.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/name'] !== 'plumbline');
  return (apart.length > 0 ? apart : there).some(({ status }) => (status?.readyReplicas ?? 0) > 0);
}

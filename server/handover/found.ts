import type { Config } from '../config';
import type { KubeClient } from '../kube/client';
import { unlessMissing } from '../kube/errors';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { KubeList, KubeObject } from '../objects/types';
import { ANNOTATIONS } from '../words/annotations';
import { isOurPod, type RunningPart, type UpstreamPart, upstreamPart } from './known-by';

/** On a Deployment that was scaled to 0: how many replicas it had. */
export const REPLICAS_ANNOTATION = ANNOTATIONS.replicasBefore.name;
/** The name of the webhook in every registration by the upstream VPA. */
const UPSTREAM_WEBHOOK = 'vpa.k8s.io';

export type FoundDeployment = KubeObject & {
  spec: { replicas?: number; template: RunningPart };
  status?: { readyReplicas?: number };
};

export type Registration = KubeObject & {
  webhooks?: {
    name: string;
    clientConfig: { service?: { namespace: string }; url?: string; caBundle?: string };
  }[];
};

export interface FoundInstallation {
  upstream: { part: UpstreamPart; deployment: FoundDeployment }[];
  upstreamRegistrations: Registration[];
  ours: FoundDeployment[];
  ourRegistration: Registration | undefined;
  hasDefinitions: boolean;
  /** Why Deployments that look like one of these are left alone, in sentences. */
  doubtful: string[];
}

/** @throws KubeError */
export async function findBoth(
  client: KubeClient,
  { admissionWebhookName }: Pick<Config, 'admissionWebhookName'>,
): Promise<FoundInstallation> {
  const list = async <T>(path: string) => (await client.request<KubeList<T>>('GET', path)).items;
  const deployments = await list<FoundDeployment>(pathOf(API_RESOURCES.deployments));
  const registrations = await list<Registration>(pathOf(API_RESOURCES.mutatingWebhookConfigurations));
  const vpas = await unlessMissing(
    client.request('GET', pathOf(API_RESOURCES.vpas), { query: { limit: 1 } }),
  );
  const found: Pick<FoundInstallation, 'upstream' | 'ours' | 'doubtful'> = {
    upstream: [],
    ours: [],
    doubtful: [],
  };
  for (const deployment of deployments) sort(deployment, found);
  return {
    ...found,
    upstreamRegistrations: registrations.filter(
      ({ metadata, webhooks }) =>
        metadata.name !== admissionWebhookName && webhooks?.some(({ name }) => name === UPSTREAM_WEBHOOK),
    ),
    ourRegistration: registrations.find(({ metadata }) => metadata.name === admissionWebhookName),
    hasDefinitions: vpas !== undefined,
  };
}

function sort(
  deployment: FoundDeployment,
  found: Pick<FoundInstallation, 'upstream' | 'ours' | 'doubtful'>,
): void {
  const { metadata, spec } = deployment;
  const place = `The Deployment ${metadata.namespace}/${metadata.name}`;
  const ours = isOurPod(metadata.labels?.['app.kubernetes.io/name'], spec.template);
  if (ours === 'sure') found.ours.push(deployment);
  if (ours === 'doubtful')
    found.doubtful.push(`${place} has Plumbline's label and no setting of Plumbline: it is left alone.`);
  const upstream = upstreamPart(spec.template);
  if (upstream?.is === 'sure') found.upstream.push({ part: upstream.part, deployment });
  if (upstream?.is === 'doubtful')
    found.doubtful.push(
      `${place} has an image named like the upstream ${upstream.part}, from elsewhere and with another account: it is left alone. If it is one, scale it to 0 yourself.`,
    );
}

/** Where Plumbline runs, as far as its Deployments and its webhook tell. */
export function ourNamespaces({ ours, ourRegistration }: FoundInstallation): string[] {
  const ofServices =
    ourRegistration?.webhooks?.map(({ clientConfig }) => clientConfig.service?.namespace) ?? [];
  const all = [...ours.map(({ metadata }) => metadata.namespace), ...ofServices];
  return [...new Set(all.filter((namespace) => namespace !== undefined))];
}

/** Whether Plumbline's webhook is registered and, where a Service leads to it, a pod behind it is ready. */
export function admits({ ours, ourRegistration }: FoundInstallation): boolean {
  const client = ourRegistration?.webhooks?.[0]?.clientConfig;
  if (!client?.caBundle) return false;
  if (!client.service) return true;
  const { namespace } = client.service;
  const there = ours.filter(({ metadata }) => metadata.namespace === namespace);
  const apart = there.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/name'] !== 'plumbline');
  return (apart.length > 0 ? apart : there).some(({ status }) => (status?.readyReplicas ?? 0) > 0);
}

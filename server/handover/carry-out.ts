import { uninstallAdmission } from '../admission/serving/uninstall';
import type { Config } from '../config';
import { type KubeClient, MERGE_PATCH } from '../kube/client';
import { isKubeError, unlessMissing } from '../kube/errors';
import { withdrawIdle } from '../nodes/publishing/uninstall';
import { isFinished } from '../objects/pod-phase';
import { API_RESOURCES, apiVersionOf, pathOf } from '../objects/resources';
import type { KubeList, KubeObject, Pod } from '../objects/types';
import { type FoundDeployment, REPLICAS_ANNOTATION, type Registration } from './found';
import { isOurPod } from './known-by';
import { joinMemoryLimits } from './memory-limits';
import type { HandoverStep } from './steps';

/** Where copies of the upstream VPA's webhook configurations are kept, in the system namespace. */
const COPIES = 'plumbline-upstream-webhooks';
const OUR_PODS = 'app.kubernetes.io/name in (plumbline,plumbline-admission)';
const ASK_AGAIN_MS = 1000;
const MOST_QUESTIONS = 90;

type Settings = Pick<Config, 'systemNamespace' | 'ownNamespace' | 'admissionWebhookName'>;
type Copies = KubeObject & { data?: Record<string, string> };

export function keptWebhooks(client: KubeClient, { systemNamespace }: Settings): Promise<Copies | undefined> {
  return unlessMissing(
    client.request<Copies>('GET', pathOf(API_RESOURCES.configMaps, systemNamespace, COPIES)),
  );
}

/** @throws KubeError; Error if pods of Plumbline do not end */
export async function carryOut(
  step: HandoverStep,
  client: KubeClient,
  settings: Settings,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  switch (step.kind) {
    case 'stop':
      return scale(client, step.deployment, 0, String(step.deployment.spec.replicas ?? 1));
    case 'start':
      return scale(client, step.deployment, step.replicas, null);
    case 'remove-upstream-webhook':
      await keep(client, settings, step.registration);
      await unlessMissing(
        client.request(
          'DELETE',
          pathOf(API_RESOURCES.mutatingWebhookConfigurations, undefined, step.registration.metadata.name),
        ),
      );
      return;
    case 'restore-upstream-webhook':
      return restore(client, settings);
    case 'remove-our-webhook':
      for (const namespace of step.namespaces) await ourPodsAreGone(client, namespace, pause);
      return uninstallAdmission(client, settings);
    case 'join-memory-limits':
      return joinMemoryLimits(client);
    case 'withdraw-idle':
      await withdrawIdle(client);
      return;
    case 'remove': {
      const { resource, object } = step.installed;
      const { namespace, name } = object.metadata;
      await unlessMissing(client.request('DELETE', pathOf(resource, namespace, name)));
      return;
    }
  }
}

/** Refused as a conflict if the Deployment was changed since it was read. */
async function scale(
  client: KubeClient,
  { metadata }: FoundDeployment,
  replicas: number,
  before: string | null,
): Promise<void> {
  const { namespace, name, resourceVersion } = metadata;
  await client.request('PATCH', pathOf(API_RESOURCES.deployments, namespace, name), {
    contentType: MERGE_PATCH,
    body: {
      metadata: { resourceVersion, annotations: { [REPLICAS_ANNOTATION]: before } },
      spec: { replicas },
    },
  });
}

async function keep(
  client: KubeClient,
  settings: Settings,
  { metadata, webhooks }: Registration,
): Promise<void> {
  const { name, labels, annotations } = metadata;
  const resource = API_RESOURCES.mutatingWebhookConfigurations;
  const copy = {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: { name, labels, annotations },
    webhooks,
  };
  const data = { [name]: JSON.stringify(copy) };
  const { systemNamespace: namespace } = settings;
  if (await keptWebhooks(client, settings))
    await client.request('PATCH', pathOf(API_RESOURCES.configMaps, namespace, COPIES), {
      contentType: MERGE_PATCH,
      body: { data },
    });
  else
    await client.request('POST', pathOf(API_RESOURCES.configMaps, namespace), {
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: COPIES, namespace }, data },
    });
}

/** One that the upstream VPA registered by itself meanwhile stays. */
async function restore(client: KubeClient, settings: Settings): Promise<void> {
  const copies = await keptWebhooks(client, settings);
  for (const text of Object.values(copies?.data ?? {}))
    await client
      .request('POST', pathOf(API_RESOURCES.mutatingWebhookConfigurations), { body: JSON.parse(text) })
      .catch((thrown: unknown) => {
        if (!isKubeError(thrown, 'conflict')) throw thrown;
      });
  await unlessMissing(
    client.request('DELETE', pathOf(API_RESOURCES.configMaps, settings.systemNamespace, COPIES)),
  );
}

/** One that was evicted or ran to its end stays as an object after its Deployment is scaled to 0. */
const hasEnded = ({ status }: Pod) => isFinished(status?.phase);

const isOfOurs = (pod: Pod) => isOurPod(pod.metadata.labels?.['app.kubernetes.io/name'], pod) === 'sure';

/** A process that still ran would register its webhook again. */
async function ourPodsAreGone(
  client: KubeClient,
  namespace: string,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  for (let question = 0; question < MOST_QUESTIONS; question++) {
    const { items } = await client.request<KubeList<Pod>>('GET', pathOf(API_RESOURCES.pods, namespace), {
      query: { labelSelector: OUR_PODS },
    });
    if (items.every((pod) => hasEnded(pod) || !isOfOurs(pod))) return;
    await pause(ASK_AGAIN_MS);
  }
  throw new Error('Pods of Plumbline still run: run this again once they are gone.');
}

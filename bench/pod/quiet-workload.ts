import { API_RESOURCES, apiVersionOf, pathOf } from '@/server/objects/resources';
import type { RunningPod } from './running-pod';

export const QUIET = 'quiet';
/** A workload with a VPA that recommends for it. */
export async function settleIn({ client }: RunningPod): Promise<void> {
  const selector = { matchLabels: { app: 'web' } };
  const container = { name: 'app', image: 'app:1', resources: { requests: { cpu: '100m', memory: '64Mi' } } };
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } };
  const metadata = { name: 'web', namespace: QUIET };
  const { replicaSets, vpas } = API_RESOURCES;
  const create = (path: string, body: object) => client.request('POST', path, { body });
  await create(pathOf(replicaSets, QUIET), {
    apiVersion: apiVersionOf(replicaSets),
    kind: replicaSets.kind,
    metadata,
    spec: { replicas: 1, selector, template },
  });
  await create(pathOf(vpas, QUIET), {
    apiVersion: apiVersionOf(vpas),
    kind: vpas.kind,
    metadata,
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' },
      updatePolicy: { updateMode: 'Initial' },
    },
  });
  const target = { cpu: '163m', memory: '262144000' };
  await client.request('PATCH', `${pathOf(vpas, QUIET, 'web')}/status`, {
    contentType: 'application/merge-patch+json',
    body: { status: { recommendation: { containerRecommendations: [{ containerName: 'app', target }] } } },
  });
}

export function reviewOf(namespace: string) {
  return {
    kind: 'AdmissionReview',
    apiVersion: 'admission.k8s.io/v1',
    request: {
      uid: 'da3e3287-dbde-4948-b60c-000000000000',
      resource: { group: '', version: 'v1', resource: 'pods' },
      namespace,
      operation: 'CREATE',
      object: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { generateName: 'web-', namespace, labels: { app: 'web' } },
        spec: { containers: [{ name: 'app', image: 'app:1' }] },
      },
    },
  };
}

import { templateHash } from '@/sandbox/controllers/template';
import { type Deployment, ownedByController, type ReplicaSet } from '@/sandbox/controllers/workload-types';

/** Annotations in which a Deployment keeps the state of its ReplicaSets. */
export const REVISION = 'deployment.kubernetes.io/revision';
export const DESIRED = 'deployment.kubernetes.io/desired-replicas';
export const MAX = 'deployment.kubernetes.io/max-replicas';

const NOT_COPIED = [
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  'deployment.kubernetes.io/revision-history',
  DESIRED,
  MAX,
  'deprecated.deployment.rollback.to',
];

/** The annotations of a Deployment that its ReplicaSets carry too. */
export function copiedAnnotations(deployment: Deployment): Record<string, string> {
  const given = Object.entries(deployment.metadata.annotations ?? {});
  return Object.fromEntries(given.filter(([name]) => !NOT_COPIED.includes(name)));
}

/** The ReplicaSet for a Deployment's current template; `collisions` selects another name. */
export function replicaSetFor(
  deployment: Deployment,
  replicas: number,
  annotations: Record<string, string>,
  collisions: number,
): ReplicaSet {
  const { metadata, spec } = deployment;
  const hash = templateHash(spec.template, collisions);
  const labels = { ...spec.template.metadata?.labels, 'pod-template-hash': hash };
  const matchLabels = { ...spec.selector.matchLabels, 'pod-template-hash': hash };
  const template = structuredClone(spec.template);
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace,
      labels,
      annotations: { ...copiedAnnotations(deployment), ...annotations },
      ownerReferences: [ownedByController(deployment)],
    },
    spec: {
      replicas,
      selector: { ...spec.selector, matchLabels },
      template: { ...template, metadata: { ...template.metadata, labels } },
      ...(spec.minReadySeconds !== undefined && { minReadySeconds: spec.minReadySeconds }),
    },
  };
}

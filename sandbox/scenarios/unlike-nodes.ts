import { daemonSet, deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Declared, Scenario } from '@/sandbox/scenarios/scenario';

const watch = 'watch';
const SCOPE_ANNOTATION = 'plumbline.dev/scope';
const SIZE = 'node.kubernetes.io/instance-type';

function ofSize(size: string, declared: readonly Declared[]): Declared[] {
  return declared.map(({ resource, object }) => ({
    resource,
    object: {
      ...object,
      metadata: { ...object.metadata, labels: { ...object.metadata.labels, [SIZE]: size } },
    },
  }));
}

function scoped({ resource, object }: Declared): Declared {
  const metadata = { ...object.metadata, annotations: { [SCOPE_ANNOTATION]: SIZE } };
  return { resource, object: { ...object, metadata } };
}

export const unlikeNodes: Scenario = {
  name: 'unlike-nodes',
  title: 'Unlike nodes',
  summary: 'DaemonSets on nodes of three sizes, one without the label: what they use grows with the node.',
  lesson: 'See one VPA recommend by the size of the node, and what one number for all nodes would cost.',
  // Made-up pods of the past have no node, so that all groups would begin young.
  withoutPast: true,
  objects: () => [
    ...ofSize('small', scenarioNodes(4, 4, 8)),
    ...ofSize('large', scenarioNodes(2, 16, 64, 4)),
    ...scenarioNodes(1, 8, 32, 6),
    namespace(watch),
    // Tells the sizes apart.
    daemonSet({
      name: 'agent',
      namespace: watch,
      containers: [
        {
          requests: '100m/128Mi',
          does: { kind: 'steady', cpu: '60m', memory: '180Mi', onCores: 4 },
        },
        {
          name: 'shipper',
          requests: '20m/32Mi',
          does: { kind: 'sidecar', cpu: '30m', memory: '48Mi', onCores: 4 },
        },
      ],
    }),
    scoped(vpa({ name: 'agent', namespace: watch, mode: 'Recreate', kind: 'DaemonSet', minReplicas: 1 })),
    // The same, with one recommendation for all.
    daemonSet({
      name: 'agent-alike',
      namespace: watch,
      containers: [
        {
          requests: '100m/128Mi',
          does: { kind: 'steady', cpu: '60m', memory: '180Mi', onCores: 4 },
        },
      ],
    }),
    vpa({ name: 'agent-alike', namespace: watch, mode: 'Off', kind: 'DaemonSet' }),
    deployment({
      name: 'web',
      namespace: watch,
      replicas: 6,
      containers: [
        {
          requests: '300m/256Mi',
          does: { kind: 'daily', cpu: '50m', peakCpu: '220m', memory: '160Mi', peakMemory: '240Mi' },
        },
      ],
    }),
    vpa({ name: 'web', namespace: watch, mode: 'InPlaceOrRecreate' }),
  ],
};

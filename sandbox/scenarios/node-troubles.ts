import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Declared, Scenario } from '@/sandbox/scenarios/scenario';

const plant = 'plant';
const DISK = { label: 'example.com/disk', value: 'fast' };
/** From here on a pod is critical: to make room for it a kubelet ends others. */
const CRITICAL = 2_000_001_000;

const on = (node: string) => ({ nodeSelector: { 'kubernetes.io/hostname': node } });

function labelled(declared: Declared[]): Declared[] {
  return declared.map(({ resource, object }) => {
    const { metadata } = object;
    const labels = { ...metadata.labels, [DISK.label]: DISK.value };
    return { resource, object: { ...object, metadata: { ...metadata, labels } } };
  });
}

export const nodeTroubles: Scenario = {
  name: 'node-troubles',
  title: 'Node troubles',
  summary:
    'A node loses a label, one is under disk pressure, one is full beside a critical agent, and one has less room than its pods want.',
  lesson:
    'See what a kubelet defers and why, that nobody is evicted for it, and that no room is held for nothing.',
  troubles: [
    { node: 'node-0', ...DISK, fromMinute: 30, toMinute: 34 * 60 },
    { node: 'node-1', pressure: 'DiskPressure', fromMinute: 30, toMinute: 34 * 60 },
  ],
  objects: () => [
    ...labelled(scenarioNodes(1, 4, 8)),
    ...scenarioNodes(3, 4, 8, 1),
    namespace(plant),
    // Requests too much, on a node that loses the label it selects.
    deployment({
      name: 'archive',
      namespace: plant,
      replicas: 2,
      pod: { nodeSelector: { [DISK.label]: DISK.value } },
      containers: [{ requests: '800m/1Gi', does: { kind: 'steady', cpu: '60m', memory: '120Mi' } }],
    }),
    vpa({ name: 'archive', namespace: plant, mode: 'InPlaceOrRecreate' }),
    // Requests too much, on a node under disk pressure.
    deployment({
      name: 'logs',
      namespace: plant,
      replicas: 2,
      pod: on('node-1'),
      containers: [
        {
          requests: '800m/1Gi',
          does: { kind: 'daily', cpu: '40m', peakCpu: '90m', memory: '150Mi', peakMemory: '180Mi' },
        },
      ],
    }),
    vpa({ name: 'logs', namespace: plant, mode: 'InPlaceOrRecreate' }),
    // A critical agent that needs more than its full node has.
    deployment({
      name: 'agent',
      namespace: plant,
      pod: { ...on('node-2'), priority: CRITICAL },
      containers: [{ requests: '200m/256Mi', does: { kind: 'steady', cpu: '900m', memory: '400Mi' } }],
    }),
    vpa({ name: 'agent', namespace: plant, mode: 'InPlaceOrRecreate' }),
    deployment({
      name: 'neighbour',
      namespace: plant,
      replicas: 4,
      pod: on('node-2'),
      containers: [{ requests: '900m/512Mi', does: { kind: 'steady', cpu: '700m', memory: '380Mi' } }],
    }),
    // Wants more than is left, while another pod waits for that room.
    deployment({
      name: 'grower',
      namespace: plant,
      replicas: 2,
      pod: on('node-3'),
      containers: [{ requests: '900m/512Mi', does: { kind: 'steady', cpu: '1700m', memory: '300Mi' } }],
    }),
    vpa({ name: 'grower', namespace: plant, mode: 'InPlace' }),
    deployment({
      name: 'guest',
      namespace: plant,
      pod: on('node-3'),
      containers: [{ requests: '600m/512Mi', does: { kind: 'steady', cpu: '500m', memory: '300Mi' } }],
    }),
    // Uses little until its peak, and its limit follows its request.
    deployment({
      name: 'cache',
      namespace: plant,
      replicas: 2,
      pod: on('node-3'),
      containers: [
        {
          requests: '300m/800Mi',
          limits: '600m/800Mi',
          does: { kind: 'daily', cpu: '40m', peakCpu: '120m', memory: '150Mi', peakMemory: '420Mi' },
        },
      ],
    }),
    vpa({ name: 'cache', namespace: plant, mode: 'InPlaceOrRecreate' }),
  ],
};

import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const mixed = 'mixed';
const MODES = { 'in-place-or-recreate': 'InPlaceOrRecreate', 'in-place': 'InPlace' } as const;

export const oldKubelets: Scenario = {
  name: 'old-kubelets',
  title: 'Old kubelets',
  summary:
    'Pods spread over nodes of today and nodes whose kubelets of 1.32 and 1.33 resize nothing, or no memory limit.',
  lesson: 'See which pods are resized, which are evicted because their node cannot, and which wait.',
  objects: () => [
    ...scenarioNodes(1, 8, 16),
    ...scenarioNodes(1, 8, 16, 1, 'v1.32.9'),
    ...scenarioNodes(1, 8, 16, 2, 'v1.33.4'),
    namespace(mixed),
    ...Object.entries(MODES).flatMap(([name, mode]) => [
      deployment({
        name,
        namespace: mixed,
        replicas: 6,
        containers: [
          {
            requests: '400m/700Mi',
            limits: '800m/1400Mi',
            does: { kind: 'steady', cpu: '60m', memory: '120Mi' },
          },
        ],
      }),
      vpa({ name, namespace: mixed, mode }),
    ]),
  ],
};

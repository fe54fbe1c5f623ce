import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const heaps = 'heaps';

/** A heap that takes three times what is live in it. */
const java = { kind: 'jvm', cpu: '120m', startCpu: '400m', memory: '900Mi' } as const;

const service = (name: string) =>
  deployment({
    name,
    namespace: heaps,
    replicas: 2,
    containers: [{ requests: '200m/1536Mi', limits: '1/1536Mi', does: java }],
  });

export const heapsScenario: Scenario = {
  name: 'heaps',
  title: 'Heaps',
  summary: 'JVMs whose heaps take far more than is live in them; the memory of one follows its live heap.',
  lesson: 'See live heap against limit, and what a change in place does to a runtime.',
  objects: () => [
    ...scenarioNodes(2, 8, 16),
    namespace(heaps),
    service('orders'),
    vpa({ name: 'orders', namespace: heaps, mode: 'InPlaceOrRecreate' }),
    service('billing'),
    vpa({
      name: 'billing',
      namespace: heaps,
      mode: 'Recreate',
      annotations: { 'plumbline.dev/memory-follows': 'heap' },
    }),
    deployment({
      name: 'gateway',
      namespace: heaps,
      replicas: 2,
      containers: [{ requests: '100m/256Mi', does: { kind: 'steady', cpu: '60m', memory: '110Mi' } }],
    }),
    vpa({
      name: 'gateway',
      namespace: heaps,
      mode: 'Initial',
      annotations: { 'plumbline.dev/runtime': 'node' },
    }),
  ],
};

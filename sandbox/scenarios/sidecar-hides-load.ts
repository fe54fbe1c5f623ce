import { deployment, hpa, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';
import type { MetricSpec } from '@/server/objects/types';

const mesh = 'mesh';

const target = { type: 'Utilization', averageUtilization: 60 };

/** Twins but for what their HPAs look at: the CPU of whole pods, or that of container `app`. */
const TWINS: { name: string; metric: MetricSpec }[] = [
  { name: 'storefront', metric: { type: 'Resource', resource: { name: 'cpu', target } } },
  {
    name: 'checkout',
    metric: { type: 'ContainerResource', containerResource: { name: 'cpu', container: 'app', target } },
  },
];

export const sidecarHidesLoad: Scenario = {
  name: 'sidecar-hides-load',
  title: 'A sidecar hides the load',
  summary:
    'Two workloads whose container app is throttled beside an idle proxy with large requests; one HPA looks at the pods, one at the container.',
  lesson:
    'See the HPA on the CPU of whole pods sleep while app is throttled, and edit its metric to container app: it wakes.',
  objects: () => [
    ...scenarioNodes(4, 16, 32),
    namespace(mesh),
    ...TWINS.flatMap(({ name, metric }) => [
      deployment({
        name,
        namespace: mesh,
        replicas: 2,
        containers: [
          {
            requests: '400m/256Mi',
            limits: '400m/512Mi',
            does: { kind: 'throttled', cpu: '800m', memory: '180Mi', spreadOver: 2, startSeconds: 5 },
          },
          {
            name: 'proxy',
            requests: '1600m/128Mi',
            does: { kind: 'steady', cpu: '40m', memory: '60Mi' },
          },
        ],
      }),
      hpa({ name, namespace: mesh, min: 2, max: 10, metrics: [metric] }),
      vpa({ name, namespace: mesh, mode: 'Off' }),
    ]),
  ],
};

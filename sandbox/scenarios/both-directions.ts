import { deployment, hpa, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const both = 'both';

export const bothDirections: Scenario = {
  name: 'both-directions',
  title: 'Both directions',
  summary:
    'A workload with a daily rhythm: its HPA scales by the CPU of container app, its VPA sizes everything else.',
  lesson:
    'See replicas follow the day while the VPA corrects the memory of app and the sidecar, and leaves the CPU of app alone.',
  objects: () => [
    ...scenarioNodes(3, 8, 32),
    namespace(both),
    deployment({
      name: 'web',
      namespace: both,
      replicas: 4,
      containers: [
        // At night the work of two pods, by day that of eight.
        {
          requests: '300m/1Gi',
          does: {
            kind: 'daily',
            cpu: '100m',
            peakCpu: '400m',
            memory: '260Mi',
            peakMemory: '320Mi',
            spreadOver: 4,
            startSeconds: 6,
          },
        },
        {
          name: 'proxy',
          requests: '500m/64Mi',
          does: { kind: 'sidecar', cpu: '30m', memory: '110Mi' },
        },
      ],
    }),
    hpa({
      name: 'web',
      namespace: both,
      min: 2,
      max: 12,
      metrics: [
        {
          type: 'ContainerResource',
          containerResource: {
            name: 'cpu',
            container: 'app',
            target: { type: 'Utilization', averageUtilization: 70 },
          },
        },
      ],
    }),
    vpa({ name: 'web', namespace: both, mode: 'InPlaceOrRecreate' }),
  ],
};

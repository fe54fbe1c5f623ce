import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const flat = 'flat';

export const noisyNeighbours: Scenario = {
  name: 'noisy-neighbours',
  title: 'Noisy neighbours',
  summary: 'Pods without limits fill the memory of two small nodes: the kubelet evicts, the kernel kills.',
  lesson: 'See what pods without requests do to others on their node, and what the right requests change.',
  objects: () => [
    ...scenarioNodes(2, 4, 6),
    namespace(flat),
    deployment({
      name: 'quiet',
      namespace: flat,
      replicas: 4,
      containers: [
        {
          requests: '100m/256Mi',
          limits: '500m/512Mi',
          does: {
            kind: 'daily',
            cpu: '40m',
            peakCpu: '160m',
            memory: '160Mi',
            peakMemory: '220Mi',
          },
        },
      ],
    }),
    vpa({ name: 'quiet', namespace: flat, mode: 'InPlaceOrRecreate' }),
    // Requests little and uses what is there, until something stops it.
    deployment({
      name: 'hoarder',
      namespace: flat,
      replicas: 2,
      containers: [
        {
          requests: '50m/64Mi',
          does: { kind: 'growing', cpu: '120m', memory: '300Mi', growthPerHour: '60Gi' },
        },
      ],
    }),
    vpa({ name: 'hoarder', namespace: flat, mode: 'Recreate' }),
    // Bursts by gigabytes, too fast for the kubelet, so that the kernel kills.
    deployment({
      name: 'drummer',
      namespace: flat,
      replicas: 2,
      containers: [
        {
          does: {
            kind: 'spiky',
            cpu: '80m',
            spikeCpu: '2',
            memory: '400Mi',
            spikeMemory: '6Gi',
            spikesPerHour: 2,
            spikeSeconds: 240,
          },
        },
      ],
    }),
    // Capped, so that pods the kubelet evicted find a place.
    vpa({
      name: 'drummer',
      namespace: flat,
      mode: 'Initial',
      policies: [{ containerName: '*', maxAllowed: { memory: '1Gi' } }],
    }),
    deployment({
      name: 'busy',
      namespace: flat,
      replicas: 2,
      containers: [
        {
          requests: '100m/128Mi',
          limits: '1500m/512Mi',
          does: { kind: 'throttled', cpu: '3', memory: '180Mi' },
        },
      ],
    }),
    vpa({ name: 'busy', namespace: flat, mode: 'InPlaceOrRecreate' }),
  ],
};

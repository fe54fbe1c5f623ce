import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const mesh = 'mesh';

export const meshScenario: Scenario = {
  name: 'mesh',
  title: 'Mesh',
  summary:
    'Native sidecars that use more than the app beside them, one whose memory limit is too low, and an init container larger than all the rest.',
  lesson:
    'See sidecars sized as other containers are, in new pods and in place, and what an init container makes useless.',
  objects: () => [
    ...scenarioNodes(3, 8, 16),
    namespace(mesh),
    // The proxy does the work; the app hardly any.
    deployment({
      name: 'cart',
      namespace: mesh,
      replicas: 3,
      init: [
        { name: 'setup', requests: '20m/32Mi', does: { kind: 'steady', cpu: '10m', memory: '16Mi' } },
        {
          name: 'proxy',
          isSidecar: true,
          requests: '20m/48Mi',
          does: { kind: 'daily', cpu: '120m', peakCpu: '380m', memory: '140Mi', peakMemory: '210Mi' },
        },
      ],
      containers: [{ requests: '400m/512Mi', does: { kind: 'steady', cpu: '30m', memory: '70Mi' } }],
    }),
    vpa({ name: 'cart', namespace: mesh, mode: 'InPlaceOrRecreate' }),
    // The same without resizes in place.
    deployment({
      name: 'orders',
      namespace: mesh,
      replicas: 3,
      init: [
        {
          name: 'proxy',
          isSidecar: true,
          requests: '20m/48Mi',
          does: { kind: 'steady', cpu: '240m', memory: '180Mi' },
        },
      ],
      containers: [{ requests: '400m/512Mi', does: { kind: 'steady', cpu: '30m', memory: '70Mi' } }],
    }),
    vpa({ name: 'orders', namespace: mesh, mode: 'Recreate' }),
    // Its proxy is killed for memory, not the app.
    deployment({
      name: 'search',
      namespace: mesh,
      replicas: 2,
      init: [
        {
          name: 'proxy',
          isSidecar: true,
          requests: '50m/48Mi',
          limits: '500m/96Mi',
          does: { kind: 'spiky', cpu: '30m', spikeCpu: '120m', memory: '60Mi', spikeMemory: '170Mi' },
        },
      ],
      containers: [{ requests: '100m/256Mi', does: { kind: 'steady', cpu: '60m', memory: '150Mi' } }],
    }),
    vpa({ name: 'search', namespace: mesh, mode: 'Recreate' }),
    // What its migration requests is what the scheduler counts, whatever the app requests.
    deployment({
      name: 'ledger',
      namespace: mesh,
      replicas: 2,
      init: [
        { name: 'migrate', requests: '2/3Gi', does: { kind: 'steady', cpu: '800m', memory: '1Gi' } },
        {
          name: 'proxy',
          isSidecar: true,
          requests: '100m/128Mi',
          does: { kind: 'steady', cpu: '40m', memory: '60Mi' },
        },
      ],
      containers: [{ requests: '1/1Gi', does: { kind: 'steady', cpu: '80m', memory: '160Mi' } }],
    }),
    vpa({ name: 'ledger', namespace: mesh, mode: 'InPlaceOrRecreate' }),
  ],
};

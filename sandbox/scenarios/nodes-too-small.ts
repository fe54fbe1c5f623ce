import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const attic = 'attic';

export const nodesTooSmall: Scenario = {
  name: 'nodes-too-small',
  title: 'Nodes too small',
  summary: 'Two nodes too small for what is needed: pods stay Pending, resizes are deferred or infeasible.',
  lesson:
    'See what happens to a recommendation that fits no node, and how pods find room once others request less.',
  objects: () => [
    ...scenarioNodes(2, 2, 4),
    namespace(attic),
    // Fits now, but needs more than a node has.
    deployment({
      name: 'giant',
      namespace: attic,
      replicas: 2,
      containers: [
        {
          requests: '300m/512Mi',
          does: { kind: 'steady', cpu: '2600m', memory: '900Mi' },
        },
      ],
    }),
    vpa({ name: 'giant', namespace: attic, mode: 'InPlaceOrRecreate' }),
    // Would fit without the other pods.
    deployment({
      name: 'crowd',
      namespace: attic,
      replicas: 4,
      containers: [{ requests: '200m/256Mi', does: { kind: 'steady', cpu: '520m', memory: '400Mi' } }],
    }),
    vpa({ name: 'crowd', namespace: attic, mode: 'InPlace' }),
    // Never finds a node.
    deployment({
      name: 'piano',
      namespace: attic,
      replicas: 1,
      containers: [{ requests: '3/1Gi', does: { kind: 'steady', cpu: '100m', memory: '200Mi' } }],
    }),
    vpa({ name: 'piano', namespace: attic, mode: 'Recreate' }),
    // Requests far too much; once it requests less, others find room.
    deployment({
      name: 'sleeper',
      namespace: attic,
      replicas: 2,
      containers: [{ requests: '700m/1Gi', does: { kind: 'steady', cpu: '30m', memory: '90Mi' } }],
    }),
    vpa({ name: 'sleeper', namespace: attic, mode: 'InPlaceOrRecreate' }),
  ],
};

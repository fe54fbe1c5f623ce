import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const strained = 'strained';

export const pressureScenario: Scenario = {
  name: 'pressure',
  title: 'Pressure',
  summary:
    'Containers that wait for CPU at a limit, for CPU that their neighbours take without any limit near, and for memory below a policy that allows too little.',
  lesson: 'See what is not lowered while it waits, what is raised early, and what is only told.',
  objects: () => [
    ...scenarioNodes(1, 6, 16),
    namespace(strained),
    // Wants all there is, and has no limit.
    deployment({
      name: 'crowd',
      namespace: strained,
      replicas: 4,
      containers: [{ requests: '200m/256Mi', does: { kind: 'throttled', cpu: '4', memory: '180Mi' } }],
    }),
    // Requests far more than it uses, and waits beside the crowd all the same.
    deployment({
      name: 'calm',
      namespace: strained,
      replicas: 2,
      containers: [{ requests: '900m/1Gi', does: { kind: 'steady', cpu: '120m', memory: '200Mi' } }],
    }),
    vpa({ name: 'calm', namespace: strained, mode: 'InPlaceOrRecreate' }),
    // Held back at its limit, which Plumbline moves with its request.
    deployment({
      name: 'capped',
      namespace: strained,
      replicas: 2,
      containers: [
        { requests: '100m/256Mi', limits: '200m', does: { kind: 'throttled', cpu: '600m', memory: '150Mi' } },
      ],
    }),
    vpa({ name: 'capped', namespace: strained, mode: 'InPlaceOrRecreate' }),
    // Its policy allows less memory than it has and needs. Drifting by 3 %, it is reclaimed from at every hour.
    deployment({
      name: 'brim',
      namespace: strained,
      replicas: 2,
      containers: [
        { requests: '300m/400Mi', limits: '/400Mi', does: { kind: 'steady', cpu: '100m', memory: '385Mi' } },
      ],
    }),
    vpa({
      name: 'brim',
      namespace: strained,
      mode: 'InPlaceOrRecreate',
      policies: [{ containerName: '*', maxAllowed: { memory: '300Mi' } }],
    }),
  ],
};

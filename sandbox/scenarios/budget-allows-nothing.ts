import { budget, deployment, namespace, scenarioNodes, statefulSet, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const fortress = 'fortress';

export const budgetAllowsNothing: Scenario = {
  name: 'budget-allows-nothing',
  title: 'Budgets that allow nothing',
  summary: 'Disruption budgets that allow no eviction, beside one that allows one at a time.',
  lesson:
    'See pods wait for disruption budgets in the plan, and keep their requests until a budget allows an eviction.',
  objects: () => [
    ...scenarioNodes(3, 8, 32),
    namespace(fortress),
    deployment({
      name: 'keep',
      namespace: fortress,
      replicas: 3,
      containers: [{ requests: '900m/128Mi', does: { kind: 'steady', cpu: '120m', memory: '400Mi' } }],
    }),
    vpa({ name: 'keep', namespace: fortress, mode: 'Recreate' }),
    budget({ name: 'keep', namespace: fortress }, { minAvailable: 3 }),
    statefulSet({
      name: 'vault',
      namespace: fortress,
      replicas: 3,
      containers: [{ requests: '100m/256Mi', does: { kind: 'steady', cpu: '420m', memory: '600Mi' } }],
    }),
    vpa({ name: 'vault', namespace: fortress, kind: 'StatefulSet', mode: 'InPlaceOrRecreate' }),
    budget({ name: 'vault', namespace: fortress }, { maxUnavailable: 0 }),
    deployment({
      name: 'gate',
      namespace: fortress,
      replicas: 3,
      containers: [{ requests: '900m/128Mi', does: { kind: 'steady', cpu: '90m', memory: '300Mi' } }],
    }),
    vpa({ name: 'gate', namespace: fortress, mode: 'Recreate' }),
    budget({ name: 'gate', namespace: fortress }, { maxUnavailable: 1 }),
  ],
};

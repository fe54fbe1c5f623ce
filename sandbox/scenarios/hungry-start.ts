import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const ledger = 'ledger';

/** Reads its index into memory while it starts, and needs a sixth of that from then on. */
const loads = {
  kind: 'steady',
  cpu: '60m',
  memory: '120Mi',
  startMemory: '700Mi',
  startSeconds: 20,
} as const;

export const hungryStart: Scenario = {
  name: 'hungry-start',
  title: 'Hungry start',
  summary:
    'A service that needs far more memory while it starts than ever after: by what it uses, less would do.',
  lesson:
    'See a change that kills pods stopped after the first one, told as caused by Plumbline, and taken back.',
  objects: () => [
    ...scenarioNodes(2, 4, 16),
    namespace(ledger),
    deployment({
      name: 'accounts',
      namespace: ledger,
      replicas: 3,
      containers: [{ requests: '100m/1Gi', limits: '1/1Gi', does: loads }],
    }),
    vpa({ name: 'accounts', namespace: ledger, mode: 'Recreate' }),
    deployment({
      name: 'journal',
      namespace: ledger,
      replicas: 2,
      containers: [{ requests: '100m/128Mi', does: { kind: 'steady', cpu: '50m', memory: '90Mi' } }],
    }),
    vpa({ name: 'journal', namespace: ledger, mode: 'InPlaceOrRecreate' }),
  ],
};

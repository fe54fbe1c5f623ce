import { budget, deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const shop = 'shop';
const bank = 'bank';

/** Workloads whose changes wait for a person, each by other rules. */
export const approvalsScenario: Scenario = {
  name: 'approvals',
  title: 'Approvals',
  summary: 'Two teams who want to see changes before they happen: all of them, or only large ones.',
  lesson: 'Approve and reject changes, alone and in batches, and see pods wait until then.',
  objects: () => [
    ...scenarioNodes(3, 8, 32),
    namespace(shop),
    namespace(bank),
    // Every change waits.
    deployment({
      name: 'ledger',
      namespace: bank,
      replicas: 3,
      containers: [{ requests: '100m/256Mi', does: { kind: 'steady', cpu: '420m', memory: '600Mi' } }],
    }),
    vpa({ name: 'ledger', namespace: bank, mode: 'Recreate', annotations: asking('always') }),
    budget({ name: 'ledger', namespace: bank }, { maxUnavailable: 1 }),
    // In place, and whatever an OOM kill needs at once.
    deployment({
      name: 'rates',
      namespace: bank,
      replicas: 2,
      containers: [{ requests: '1/1Gi', does: { kind: 'steady', cpu: '120m', memory: '250Mi' } }],
    }),
    vpa({
      name: 'rates',
      namespace: bank,
      mode: 'InPlaceOrRecreate',
      annotations: asking('{"exempt": ["oom"], "expiresAfter": "24h"}'),
    }),
    // Only what grows waits: what shrinks goes on by itself.
    deployment({
      name: 'web',
      namespace: shop,
      replicas: 4,
      containers: [{ requests: '900m/128Mi', does: { kind: 'steady', cpu: '150m', memory: '420Mi' } }],
    }),
    vpa({ name: 'web', namespace: shop, mode: 'Recreate', annotations: asking('growing: always') }),
    deployment({
      name: 'images',
      namespace: shop,
      replicas: 2,
      containers: [{ requests: '1500m/2Gi', does: { kind: 'steady', cpu: '200m', memory: '500Mi' } }],
    }),
    vpa({ name: 'images', namespace: shop, mode: 'Recreate', annotations: asking('growing: always') }),
    // Only what grows by more than half a core or a gibibyte waits.
    deployment({
      name: 'search',
      namespace: shop,
      replicas: 2,
      containers: [{ requests: '100m/512Mi', does: { kind: 'steady', cpu: '1200m', memory: '700Mi' } }],
    }),
    vpa({
      name: 'search',
      namespace: shop,
      mode: 'Recreate',
      annotations: asking('growing: {cpu: 500m, memory: 1Gi}'),
    }),
    // Asks nobody.
    deployment({
      name: 'mailer',
      namespace: shop,
      replicas: 2,
      containers: [{ requests: '500m/512Mi', does: { kind: 'steady', cpu: '60m', memory: '140Mi' } }],
    }),
    vpa({ name: 'mailer', namespace: shop, mode: 'Recreate' }),
  ],
};

function asking(rules: string): Record<string, string> {
  return { 'plumbline.dev/approvals': rules };
}

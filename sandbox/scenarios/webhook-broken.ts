import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Declared, Scenario } from '@/sandbox/scenarios/scenario';

const cut = 'cut-off';

/** A webhook at an address where nothing listens; pods of the namespace must not be created without it. */
function deadWebhook(name: string, failurePolicy: 'Fail' | 'Ignore', label: string): Declared {
  const webhook = {
    name: `${name}.sandbox.plumbline.dev`,
    clientConfig: { url: 'https://127.0.0.1:9/mutate' },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
    objectSelector: { matchLabels: { webhook: label } },
    failurePolicy,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 2,
  };
  const object = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name },
    webhooks: [webhook],
  };
  return { resource: 'mutatingwebhookconfigurations.admissionregistration.k8s.io', object };
}

export const webhookBroken: Scenario = {
  name: 'webhook-broken',
  title: 'Broken webhooks',
  summary:
    'Admission webhooks that do not answer: one has failurePolicy Fail and blocks all pods, one has Ignore.',
  lesson: 'See which pods a dead admission webhook blocks, and which start without it.',
  objects: () => [
    ...scenarioNodes(3, 8, 32),
    namespace(cut),
    deadWebhook('dead-must-answer', 'Fail', 'must'),
    deadWebhook('dead-may-fail', 'Ignore', 'may'),
    deployment({
      name: 'blocked',
      namespace: cut,
      replicas: 2,
      labels: { webhook: 'must' },
      containers: [{ requests: '100m/128Mi', does: { kind: 'steady', cpu: '300m', memory: '200Mi' } }],
    }),
    vpa({ name: 'blocked', namespace: cut, mode: 'Recreate' }),
    deployment({
      name: 'late',
      namespace: cut,
      replicas: 3,
      labels: { webhook: 'may' },
      containers: [{ requests: '500m/128Mi', does: { kind: 'steady', cpu: '80m', memory: '300Mi' } }],
    }),
    vpa({ name: 'late', namespace: cut, mode: 'Recreate' }),
  ],
};

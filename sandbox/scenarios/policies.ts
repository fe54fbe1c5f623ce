import {
  budget,
  daemonSet,
  deployment,
  namespace,
  scenarioNodes,
  statefulSet,
  vpa,
} from '@/sandbox/scenarios/build';
import type { Declared, Scenario } from '@/sandbox/scenarios/scenario';
import type { KubeObject } from '@/server/objects/types';

const TEAMS = {
  shop: ['web', 'cart', 'search', 'images', 'mailer', 'legacy'],
  bank: ['ledger', 'rates', 'reports'],
};

/** Workloads without a VPA of their own, and the policies that give them one. */
export const policies: Scenario = {
  name: 'policies',
  title: 'Rules',
  summary:
    'Three namespaces whose workloads get their VPAs from rules, with an overlap and a VPA made by hand.',
  lesson: 'Label a namespace or a workload, edit a rule or one of its VPAs, and see who takes what.',
  objects: () => [
    ...scenarioNodes(3, 8, 32),
    ...Object.entries(TEAMS).flatMap(([team, names]) => [
      labelled(namespace(team), { team }),
      ...names.map((name, index) =>
        deployment({
          name,
          namespace: team,
          replicas: 2,
          labels: { tier: index % 2 === 0 ? 'front' : 'back' },
          containers: [
            {
              requests: '500m/512Mi',
              does: { kind: 'steady', cpu: `${60 + 90 * index}m`, memory: `${120 + 70 * index}Mi` },
            },
          ],
        }),
      ),
    ]),
    statefulSet({
      name: 'postgres',
      namespace: 'bank',
      replicas: 2,
      containers: [{ requests: '1/2Gi', does: { kind: 'steady', cpu: '300m', memory: '900Mi' } }],
    }),
    budget({ name: 'ledger', namespace: 'bank' }, { maxUnavailable: 1 }),
    labelled(namespace('platform'), { team: 'platform' }),
    daemonSet({
      name: 'log-agent',
      namespace: 'platform',
      containers: [{ requests: '50m/64Mi', does: { kind: 'steady', cpu: '35m', memory: '90Mi' } }],
    }),
    // A person's own VPA wins over every policy.
    vpa({ name: 'search-by-hand', namespace: 'shop', target: 'search', mode: 'Off' }),
    policy('everything', -10, {
      exclude: [{ namespaces: ['kube-system'] }],
      template: { spec: { updatePolicy: { updateMode: 'Off' } } },
    }),
    policy('shop', 0, {
      namespaceSelector: { matchLabels: { team: 'shop' } },
      exclude: [{ names: ['legacy'] }],
      template: {
        spec: {
          updatePolicy: { updateMode: 'InPlaceOrRecreate' },
          resourcePolicy: {
            containerPolicies: [{ containerName: '*', minAllowed: { cpu: '20m', memory: '64Mi' } }],
          },
        },
      },
    }),
    policy('front', 0, {
      workloadSelector: { matchLabels: { tier: 'front' } },
      namespaceSelector: { matchLabels: { team: 'shop' } },
      template: { spec: { updatePolicy: { updateMode: 'Initial' } } },
    }),
    policy('bank', 10, {
      namespaceSelector: { matchLabels: { team: 'bank' } },
      template: { spec: { updatePolicy: { updateMode: 'Recreate' } } },
      calendar: { timeZone: 'Europe/Berlin', windows: [{ days: ['Mon-Fri'], from: '22:00', to: '06:00' }] },
      approvals: { growing: 'always' },
    }),
  ],
};

function labelled({ resource, object }: Declared, labels: Record<string, string>): Declared {
  return { resource, object: { ...object, metadata: { ...object.metadata, labels } } };
}

function policy(name: string, precedence: number, spec: object): Declared {
  return {
    resource: 'verticalscalingpolicies.plumbline.dev',
    object: {
      apiVersion: 'plumbline.dev/v1alpha1',
      kind: 'VerticalScalingPolicy',
      metadata: { name },
      spec: { precedence, ...spec },
    } as KubeObject,
  };
}

import {
  budget,
  cronJob,
  daemonSet,
  deployment,
  namespace,
  scenarioNodes,
  statefulSet,
  vpa,
} from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const shop = 'shop';
const platform = 'platform';

/** A web shop whose requests are wrong in different ways. */
export const smallShop: Scenario = {
  name: 'small-shop',
  title: 'Small shop',
  summary: 'A web shop of nine workloads on three nodes. Its requests are wrong in different ways.',
  lesson:
    'See requests that are too large or too small corrected, in place or by eviction, and a policy that limits one.',
  objects: () => [
    ...scenarioNodes(3, 8, 32),
    namespace(shop),
    namespace(platform),
    // Requests ten times the CPU it uses at night and twice what it uses by day.
    deployment({
      name: 'storefront',
      namespace: shop,
      replicas: 4,
      containers: [
        {
          requests: '1/512Mi',
          limits: '2/1Gi',
          does: {
            kind: 'daily',
            cpu: '90m',
            peakCpu: '480m',
            memory: '210Mi',
            peakMemory: '290Mi',
            startSeconds: 8,
          },
        },
        {
          name: 'envoy',
          requests: '100m/128Mi',
          does: { kind: 'sidecar', cpu: '28m', memory: '46Mi' },
        },
      ],
    }),
    vpa({ name: 'storefront', namespace: shop, mode: 'InPlaceOrRecreate' }),
    budget({ name: 'storefront', namespace: shop }, { maxUnavailable: 1 }),
    // Slow to start, busy while it does, with half the memory its heap needs.
    deployment({
      name: 'checkout',
      namespace: shop,
      replicas: 3,
      containers: [
        {
          requests: '250m/768Mi',
          does: { kind: 'jvm', cpu: '310m', startCpu: '1800m', memory: '1500Mi', startSeconds: 45 },
        },
      ],
    }),
    vpa({ name: 'checkout', namespace: shop, mode: 'Recreate' }),
    // Idle except for bursts that its request does not cover.
    deployment({
      name: 'search',
      namespace: shop,
      replicas: 2,
      containers: [
        {
          requests: '100m/256Mi',
          does: {
            kind: 'spiky',
            cpu: '60m',
            spikeCpu: '900m',
            memory: '380Mi',
            spikeMemory: '620Mi',
            spikesPerHour: 6,
            spikeSeconds: 120,
          },
        },
      ],
    }),
    vpa({ name: 'search', namespace: shop, mode: 'Recreate', minReplicas: 1 }),
    // Leaks until its limit kills it, again and again: the policy caps the recommendation below what it
    // needs.
    deployment({
      name: 'thumbnailer',
      namespace: shop,
      replicas: 2,
      containers: [
        {
          requests: '200m/128Mi',
          limits: '1/320Mi',
          does: { kind: 'growing', cpu: '150m', memory: '90Mi', growthPerHour: '90Mi' },
        },
      ],
    }),
    vpa({
      name: 'thumbnailer',
      namespace: shop,
      mode: 'InPlaceOrRecreate',
      policies: [{ containerName: '*', maxAllowed: { memory: '256Mi' } }],
    }),
    // Always needs more CPU than its limit allows.
    deployment({
      name: 'recommendations',
      namespace: shop,
      replicas: 2,
      containers: [
        {
          requests: '200m/1Gi',
          limits: '400m/2Gi',
          does: { kind: 'throttled', cpu: '950m', memory: '640Mi', startSeconds: 15 },
        },
      ],
    }),
    vpa({ name: 'recommendations', namespace: shop, mode: 'Initial' }),
    // A database with far more than it needs, in mode Off.
    statefulSet({
      name: 'orders-db',
      namespace: shop,
      replicas: 3,
      containers: [
        {
          name: 'postgres',
          requests: '2/4Gi',
          limits: '2/4Gi',
          does: {
            kind: 'daily',
            cpu: '180m',
            peakCpu: '620m',
            memory: '1400Mi',
            peakMemory: '1700Mi',
            startSeconds: 12,
            stopSeconds: 8,
          },
        },
      ],
    }),
    vpa({ name: 'orders-db', namespace: shop, kind: 'StatefulSet', mode: 'Off' }),
    // No requests at all.
    deployment({
      name: 'mailer',
      namespace: shop,
      replicas: 2,
      containers: [{ does: { kind: 'steady', cpu: '35m', memory: '120Mi' } }],
    }),
    vpa({ name: 'mailer', namespace: shop, mode: 'Initial' }),
    // One on every node, with slightly too small requests.
    daemonSet({
      name: 'log-agent',
      namespace: platform,
      containers: [
        { requests: '50m/64Mi', does: { kind: 'steady', cpu: '75m', memory: '140Mi', startSeconds: 3 } },
      ],
    }),
    vpa({
      name: 'log-agent',
      namespace: platform,
      kind: 'DaemonSet',
      mode: 'InPlaceOrRecreate',
      policies: [{ containerName: '*', maxAllowed: { cpu: '200m', memory: '512Mi' } }],
    }),
    // A nightly job, every half hour here.
    cronJob(
      {
        name: 'invoices',
        namespace: shop,
        containers: [
          {
            requests: '500m/512Mi',
            does: { kind: 'steady', cpu: '700m', memory: '300Mi', runSeconds: 420 },
          },
        ],
      },
      '*/30 * * * *',
    ),
    vpa({ name: 'invoices', namespace: shop, kind: 'CronJob', apiVersion: 'batch/v1', mode: 'Initial' }),
  ],
};

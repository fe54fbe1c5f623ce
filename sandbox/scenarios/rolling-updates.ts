import { cronJob, deployment, namespace, scenarioNodes, statefulSet, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const release = 'release';
/** How often each workload gets a new version, in simulated minutes. */
const EVERY_MINUTES = 20;

export const rollingUpdates: Scenario = {
  name: 'rolling-updates',
  title: 'Rolling updates',
  summary: `Workloads that get a new version every ${EVERY_MINUTES} minutes, so that pods come and go.`,
  lesson: 'See that what was learned survives the pods it was learned from, across rollouts.',
  rollouts: { everyMinutes: EVERY_MINUTES, namespace: release },
  objects: () => [
    ...scenarioNodes(3, 8, 32),
    namespace(release),
    deployment({
      name: 'web',
      namespace: release,
      replicas: 6,
      containers: [
        {
          requests: '400m/128Mi',
          does: { kind: 'daily', cpu: '60m', peakCpu: '260m', memory: '190Mi', peakMemory: '260Mi' },
        },
      ],
    }),
    vpa({ name: 'web', namespace: release, mode: 'InPlaceOrRecreate' }),
    deployment({
      name: 'api',
      namespace: release,
      replicas: 4,
      containers: [
        {
          requests: '200m/512Mi',
          limits: '800m/2Gi',
          does: { kind: 'jvm', cpu: '280m', startCpu: '1600m', memory: '900Mi', startSeconds: 50 },
        },
      ],
    }),
    vpa({ name: 'api', namespace: release, mode: 'Recreate' }),
    statefulSet({
      name: 'cache',
      namespace: release,
      replicas: 3,
      containers: [{ requests: '100m/256Mi', does: { kind: 'steady', cpu: '90m', memory: '700Mi' } }],
    }),
    vpa({ name: 'cache', namespace: release, kind: 'StatefulSet', mode: 'InPlaceOrRecreate' }),
    cronJob(
      {
        name: 'report',
        namespace: release,
        containers: [
          { requests: '100m/64Mi', does: { kind: 'steady', cpu: '400m', memory: '180Mi', runSeconds: 90 } },
        ],
      },
      '*/15 * * * *',
    ),
    vpa({ name: 'report', namespace: release, kind: 'CronJob', apiVersion: 'batch/v1', mode: 'Initial' }),
  ],
};

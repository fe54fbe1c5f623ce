import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';
import type { UpdateMode } from '@/server/objects/vpa-types';

const storm = 'storm';

/** Leaks of several speeds under limits that are too low, one workload for each update mode. */
const LEAKS: { name: string; growth: string; limit: string; mode: UpdateMode }[] = [
  { name: 'drizzle', growth: '40Mi', limit: '256Mi', mode: 'Off' },
  { name: 'shower', growth: '240Mi', limit: '256Mi', mode: 'Initial' },
  { name: 'downpour', growth: '900Mi', limit: '384Mi', mode: 'Recreate' },
  { name: 'cloudburst', growth: '3Gi', limit: '512Mi', mode: 'InPlaceOrRecreate' },
];

export const oomStorm: Scenario = {
  name: 'oom-storm',
  title: 'OOM storm',
  summary: 'Leaks of every speed: containers are OOM-killed at their limits, some end in CrashLoopBackOff.',
  lesson: 'See memory targets rise after every OOM kill, and what each update mode does about it.',
  objects: () => [
    ...scenarioNodes(3, 8, 32),
    namespace(storm),
    ...LEAKS.flatMap(({ name, growth, limit, mode }) => [
      deployment({
        name,
        namespace: storm,
        replicas: 3,
        containers: [
          {
            requests: '100m/128Mi',
            limits: `500m/${limit}`,
            does: { kind: 'growing', cpu: '80m', memory: '110Mi', growthPerHour: growth },
          },
        ],
      }),
      vpa({ name, namespace: storm, mode }),
    ]),
    // Needs more than its limit from the start, so it never lives long.
    deployment({
      name: 'flood',
      namespace: storm,
      replicas: 2,
      containers: [
        {
          requests: '200m/256Mi',
          limits: '1/256Mi',
          does: { kind: 'jvm', cpu: '150m', startCpu: '1500m', memory: '700Mi', startSeconds: 40 },
        },
      ],
    }),
    vpa({ name: 'flood', namespace: storm, mode: 'Recreate' }),
  ],
};

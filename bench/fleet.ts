import type { VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import { FleetWorld } from '@/tests/support/fleet-world';
import type { Bench } from './bench';

const WORKLOADS = 5_000;
const POLICIES = 20;
const NAMESPACES = 100;
const TEAMS = 10;
const ROUNDS = 5;

/** One policy per team and tier, two for everything, and VPAs with something to compare in them. */
function policies(world: FleetWorld, mode: 'Off' | 'Initial'): void {
  const template = {
    metadata: { labels: { 'example.com/owner': 'platform' } },
    spec: {
      updatePolicy: { updateMode: mode, minReplicas: 2 },
      resourcePolicy: {
        containerPolicies: [
          {
            containerName: '*',
            minAllowed: { cpu: '10m', memory: '32Mi' },
            maxAllowed: { cpu: '4', memory: '8Gi' },
          },
          { containerName: 'istio-proxy', mode: 'Off' as const },
        ],
      },
    },
  };
  for (let index = 0; index < POLICIES; index++)
    world.policy(`policy-${index}`, {
      precedence: index % 5,
      ...(index >= 2 && {
        namespaceSelector: { matchLabels: { team: `team-${index % TEAMS}` } },
        workloadSelector: {
          matchExpressions: [{ key: 'tier', operator: 'In' as const, values: ['web', 'api'] }],
        },
      }),
      exclude: [{ selector: { matchLabels: { app: 'none' } } }, { names: ['legacy'] }],
      template,
    });
}

function cluster(): FleetWorld {
  const world = new FleetWorld();
  for (let index = 0; index < NAMESPACES; index++)
    world.namespace(`ns-${index}`, { labels: { team: `team-${index % TEAMS}` } });
  for (let index = 0; index < WORKLOADS; index++)
    world.workload(`ns-${index % NAMESPACES}/app-${index}`, {
      labels: { app: `app-${index}`, tier: index % 3 === 0 ? 'web' : index % 3 === 1 ? 'api' : 'data' },
    });
  return world;
}

function msOf(task: () => void): number {
  const started = performance.now();
  task();
  return performance.now() - started;
}

/** A status written by the recommender, and one workload that came. */
function oneChange(world: FleetWorld, round: number): void {
  const [vpa] = world.vpas.values();
  world.putVpa({ ...(vpa as VerticalPodAutoscaler), status: { conditions: [] } });
  world.workload(`ns-1/new-${round}`);
}

/**
 * 5,000 workloads and 20 policies: the first reconcile, which finds what to make; one after a restart, which compares
 * every VPA; one after all templates changed; one after a single change; and one after none.
 */
export const fleetBench: Bench = {
  name: 'fleet',
  run() {
    const least = { first: Infinity, restart: Infinity, changed: Infinity, one: Infinity, none: Infinity };
    const note = (name: keyof typeof least, ms: number) => {
      least[name] = Math.min(least[name], ms);
    };
    for (let round = 0; round < ROUNDS; round++) {
      const world = cluster();
      policies(world, 'Off');
      let found = 0;
      note(
        'first',
        msOf(() => {
          found = world.steps().length;
        }),
      );
      if (found !== WORKLOADS) throw new Error(`${found} of ${WORKLOADS} VPAs are to be made`);
      world.run();
      const again = cluster();
      policies(again, 'Off');
      for (const vpa of world.vpas.values()) again.putVpa(vpa);
      note(
        'restart',
        msOf(() => {
          again.steps();
        }),
      );
      if (again.book.steps.size > 0) throw new Error('there are steps although nothing changed');
      policies(world, 'Initial');
      note(
        'changed',
        msOf(() => {
          found = world.steps().length;
        }),
      );
      if (found !== WORKLOADS) throw new Error(`${found} of ${WORKLOADS} VPAs follow`);
      world.run();
      oneChange(world, round);
      note(
        'one',
        msOf(() => {
          world.steps();
        }),
      );
      world.run();
      note(
        'none',
        msOf(() => {
          world.steps();
        }),
      );
    }
    return [
      {
        name: 'fleet',
        value: Math.max(least.first, least.restart, least.changed),
        unit: 'ms',
        reach: '≤ 200',
      },
      { name: 'fleet-first', value: least.first, unit: 'ms', reach: '≤ 200' },
      { name: 'fleet-restart', value: least.restart, unit: 'ms', reach: '≤ 200' },
      { name: 'fleet-template-changed', value: least.changed, unit: 'ms', reach: '≤ 200' },
      { name: 'fleet-one-change', value: least.one, unit: 'ms', reach: '≤ 5' },
      { name: 'fleet-unchanged', value: least.none, unit: 'ms', reach: '≤ 5' },
    ];
  },
};

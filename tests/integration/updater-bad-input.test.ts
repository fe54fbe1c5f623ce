import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProblemBoard } from '@/server/kube/problems';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeObject, Pod, PodDisruptionBudget } from '@/server/objects/types';
import type { Operations } from '@/server/operations';
import { startUpdater, type UpdaterHandle } from '@/server/updater';
import { cleanUp, cleanUpAfterEach, cleanups } from '../support/cleanups';
import { plannedPods } from '../support/listed';
import type { ScriptedApi } from '../support/scripted-api';
import { scriptedRole } from '../support/scripted-role';
import {
  beside,
  budget,
  checkpoint,
  hpa,
  limitRange,
  merged,
  node,
  type Objects,
  pod,
  quota,
  replicaSet,
  vpa,
  workloadOf,
} from '../support/scripted-shop';
import { until } from '../support/until';
import { operationsBeside, recordingInto } from '../support/updating';
import { pathsOf, withValue, wrongInTurn } from '../support/wrong-fields';

cleanUpAfterEach();

interface Running {
  api: ScriptedApi;
  board: ProblemBoard;
  updater: UpdaterHandle;
  operations: Operations;
}

/** A running updater on a cluster of these objects. */
async function updatingOn(objects: Objects): Promise<Running> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const { api, board, context } = await scriptedRole('updater', objects, {
    dataDir: folder,
    leaderElect: false,
    useAdmissionControllerStatus: false,
    minReplicas: 1,
    warmUpMs: 0,
    loopBreakerMisses: 0,
    leastHistoryMs: 60_000,
    leastHistoryToLowerMs: 0,
    canaryMs: 0,
    updaterIntervalMs: 200,
  });
  for (const { metadata } of objects.pods ?? []) {
    const own = objects.pods?.find((one) => one.metadata.name === metadata.name);
    if (own) api.serve(pathOf(API_RESOURCES.pods, 'shop', metadata.name), own);
  }
  const recorder = recordingInto([]);
  let updater: UpdaterHandle | undefined;
  const operations = operationsBeside(context, recorder, () => updater);
  const handle = startUpdater(context, { stops: operations.stops.keeper, store: recorder });
  updater = handle;
  cleanups.push(
    () => operations.stop(),
    () => handle.stop(),
  );
  return { api, board, updater, operations };
}

function evicted({ api }: Running): string[] {
  return api.requests.flatMap(({ method, url }) =>
    method === 'POST' ? (/\/pods\/(web-\d)\/eviction$/.exec(url)?.[1] ?? []) : [],
  );
}

/** The healthy workload is planned and acted on, and every query is answered. */
async function expectServed(running: Running): Promise<void> {
  const { updater, operations, api } = running;
  await until('an eviction of the healthy workload', () => evicted(running).length > 0);
  expect(await plannedPods(updater, 'web')).not.toEqual([]);
  const asked = api.requests.length;
  await operations.reverts
    .revert({ kind: 'all' }, 'ada')
    .catch((error: Error) => expect(error.name).toBe('AppError'));
  expect(api.requests.length).toBeGreaterThanOrEqual(asked);
}

/** A wrong amount is still a limit, so it may hold back the workload beside it. */
function withoutAmounts<T extends KubeObject>(objects: T[]): T[] {
  return objects.filter((object) => !JSON.stringify(object).includes(':7000000000'));
}

/** Of two selectors that name nothing, one: two budgets over all pods rightly hold back the workload beside them. */
function coveringOnce(budgets: PodDisruptionBudget[]): PodDisruptionBudget[] {
  return budgets.filter(({ spec }) => JSON.stringify(spec?.selector) !== '{}');
}

const CASES: [string, () => Objects][] = [
  ['nodes', () => ({ nodes: wrongInTurn((index) => node(`bad-${index}`)) })],
  ['pods of the same workload', () => ({ pods: wrongInTurn((index) => pod('web', `bad-${index}`)) })],
  [
    'horizontal autoscalers',
    () => ({ horizontalPodAutoscalers: wrongInTurn((index) => hpa(`bad-${index}`)) }),
  ],
  [
    'disruption budgets',
    () => ({ podDisruptionBudgets: coveringOnce(wrongInTurn((index) => budget(`bad-${index}`))) }),
  ],
  ['quotas', () => ({ resourceQuotas: withoutAmounts(wrongInTurn((index) => quota(`bad-${index}`))) })],
  [
    'limit ranges',
    () => ({ limitRanges: withoutAmounts(wrongInTurn((index) => limitRange(`bad-${index}`))) }),
  ],
  ['checkpoints', () => ({ checkpoints: wrongInTurn((index) => checkpoint(`bad-${index}`)) })],
  ['workloads', () => ({ replicaSets: wrongInTurn((index) => replicaSet(`bad-${index}`)) })],
  [
    'VPAs, each with a pod',
    () => {
      const vpas = wrongInTurn((index) => vpa(`bad-${index}`));
      return merged({ vpas }, ...vpas.map(({ metadata }) => workloadOf(metadata.name)));
    },
  ],
  [
    'pods, each of its own VPA',
    () => {
      const pods = wrongInTurn((index) => pod(`bad-${index}`, `bad-${index}-0`));
      const names = pods.map((_pod, index) => `bad-${index}`);
      return merged(
        { pods, vpas: names.map(vpa) },
        ...names.map((name) => ({ ...workloadOf(name), pods: [] })),
      );
    },
  ],
];

describe('beside objects with every field wrong in turn, a healthy workload is updated', () => {
  it.each(CASES)('%s', async (_kind, make) => {
    await expectServed(await updatingOn(beside(make())));
  });

  it('pods that are reverted', async () => {
    const resized = (one: Pod): Pod => ({
      ...one,
      metadata: { ...one.metadata, annotations: { vpaInPlaceUpdated: 'true' } },
    });
    const wrong = wrongInTurn((index) => resized(pod('web', `bad-${index}`)));
    const objects = beside({ pods: wrong });
    const off = { ...vpa('web'), spec: { ...vpa('web').spec, updatePolicy: { updateMode: 'Off' as const } } };
    const { updater, operations } = await updatingOn({
      ...objects,
      vpas: [off],
      replicaSets: [withValue(replicaSet('web'), ['spec', 'template'], pod('web', 'web-0'))],
    });
    await until('a pass', () => updater.state.kind === 'running');
    const { reverted, failed } = await operations.reverts.revert({ kind: 'all' }, 'ada');
    expect(reverted + failed).toBeGreaterThan(wrong.length / 2);
  });

  it('VPAs that are previewed', async () => {
    const wrong = wrongInTurn((index) => vpa(`bad-${index}`));
    const { updater, operations } = await updatingOn(beside({ vpas: wrong }));
    await until('a pass', () => updater.state.kind === 'running');
    for (const { metadata } of wrong) {
      const { after } = await operations.policies.preview('shop', metadata.name, { updateMode: 'Off' });
      expect(after).toBeDefined();
    }
  });

  it('whatever the fields of several objects hold at once', async () => {
    // No chance value that rightly holds back the workload beside it.
    const makers = {
      nodes: node,
      checkpoints: checkpoint,
      pods: (name: string) => pod(name, `${name}-0`),
      vpas: vpa,
    };
    const kinds = Object.keys(makers) as (keyof typeof makers)[];
    const wrongObject = fc
      .record({
        kind: fc.constantFrom(...kinds),
        changes: fc.array(fc.record({ place: fc.nat(), value: fc.jsonValue() }), {
          minLength: 1,
          maxLength: 4,
        }),
      })
      .map(({ kind, changes }) => (index: number) => {
        const healthy: KubeObject = makers[kind](`bad-${index}`);
        const places = pathsOf(healthy).filter(([first]) => first === 'spec' || first === 'status');
        return {
          kind,
          name: healthy.metadata.name,
          object: changes.reduce(
            (object, { place, value }) => withValue(object, places[place % places.length] ?? [], value),
            healthy,
          ),
        };
      });
    await fc.assert(
      fc.asyncProperty(fc.array(wrongObject, { minLength: 30, maxLength: 60 }), async (makes) => {
        const made = makes.map((make, index) => make(index));
        const running = await updatingOn(
          beside(
            ...made.map(({ kind, name, object }) => ({
              ...(kind === 'checkpoints' || kind === 'nodes'
                ? {}
                : { vpas: [vpa(name)], ...workloadOf(name) }),
              [kind]: [object],
            })),
          ),
        );
        await expectServed(running);
        await cleanUp();
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});

describe('an object that cannot be read', () => {
  const unreadable = [
    ['Node bad', { nodes: [withValue(node('bad'), ['status', 'allocatable', 'cpu'], 'x')] }],
    [
      'Pod shop/bad',
      {
        pods: [
          withValue(pod('web', 'bad'), ['spec', 'containers', 0, 'resources'], {
            requests: { cpu: '1e1.5' },
          }),
        ],
      },
    ],
    [
      'PodDisruptionBudget shop/bad',
      {
        podDisruptionBudgets: [
          withValue(budget('bad'), ['spec', 'selector', 'matchExpressions', 0, 'operator'], 'Near'),
        ],
      },
    ],
    [
      'ResourceQuota shop/bad',
      { resourceQuotas: [withValue(quota('bad'), ['status', 'hard', 'requests.cpu'], 'x')] },
    ],
    [
      'LimitRange shop/bad',
      { limitRanges: [withValue(limitRange('bad'), ['spec', 'limits', 0, 'max', 'cpu'], 'x')] },
    ],
    [
      'HorizontalPodAutoscaler shop/bad',
      {
        horizontalPodAutoscalers: [
          withValue(hpa('bad'), ['spec', 'metrics', 1], {
            containerResource: { name: 'cpu', container: { toString: 1 } },
          }),
        ],
      },
    ],
    [
      'VerticalPodAutoscaler shop/bad',
      {
        vpas: [
          withValue(
            vpa('bad'),
            ['spec', 'resourcePolicy', 'containerPolicies', 0, 'maxAllowed', 'cpu'],
            '1e1001',
          ),
        ],
      },
    ],
  ] as const;
  it.each(unreadable)('%s is reported as a problem', async (about, objects) => {
    const running = await updatingOn(beside(objects as unknown as Objects));
    await until('a problem', () => running.board.list().some((problem) => problem.about === about));
    await expectServed(running);
  });

  it('is no problem any more once it can be read again', async () => {
    const bad = withValue(vpa('bad'), ['spec', 'resourcePolicy', 'containerPolicies', 0, 'maxAllowed'], {
      cpu: '1e1.5',
    });
    const running = await updatingOn(beside({ vpas: [bad] }));
    const about = () => running.board.list().map((problem) => problem.about);
    await until('a problem', () => about().includes('VerticalPodAutoscaler shop/bad'));
    const repaired = { ...vpa('bad'), metadata: { ...vpa('bad').metadata, resourceVersion: '101' } };
    await until('no problem', () => {
      // Seen once the watch is open; a repetition is nothing new.
      running.api.sayRaw(`${JSON.stringify({ type: 'MODIFIED', object: repaired })}\n`);
      return !about().includes('VerticalPodAutoscaler shop/bad');
    });
  });

  it.each(['1e1001', '1e1.5'])('a VPA with maxAllowed.cpu %s can still be previewed', async (cpu) => {
    const places = ['spec', 'resourcePolicy', 'containerPolicies', 0, 'maxAllowed'];
    const bad = withValue(vpa('bad'), places, { cpu });
    const running = await updatingOn(beside({ vpas: [bad] }, workloadOf('bad')));
    await expectServed(running);
    const { operations } = running;
    const kept = await operations.policies.preview('shop', 'bad', { updateMode: 'Off' });
    expect(kept.errors.length).toBeGreaterThan(0);
    const repaired = await operations.policies.preview('shop', 'bad', {
      containerPolicies: [{ containerName: 'app', maxAllowed: { cpu: '1' } }],
    });
    expect(repaired.errors).toEqual([]);
  });
});

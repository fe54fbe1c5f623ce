import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { ManualClock } from '@/server/lib/time/clock';
import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { ReplayRequest } from '../contract/replays';
import type { ReplayWorkload } from './engine/workload';
import type { Input } from './inputs';
import { ReplayFailure, type RunParts, runReplay } from './run-replay';
import { workOn } from './work';
import { TaskFault, WorkerLost } from './worker';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 7, 9);
const config = defaultConfig();
const REQUEST: ReplayRequest = {
  scope: { kind: 'namespace', namespace: 'shop' },
  days: 1,
  loop: 'closed',
  variants: [{ name: 'as now' }],
};

const vpaNamed = (name: string, spec: object | undefined = { targetRef: { kind: 'Deployment', name } }) =>
  ({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace: 'shop', name },
    spec,
  }) as VerticalPodAutoscaler;

function workloadNamed(name: string): ReplayWorkload {
  const amounts = { cpu: cpuMillicores(500), memory: memoryBytes(2 ** 30) };
  const usage = [{ cpuMillicores: Array.from({ length: 30 }, () => 200) }];
  const containers = [{ name: 'app', requests: amounts, limits: {}, usage }];
  return {
    namespace: 'shop',
    name,
    startMs: NOW_MS - 30 * HOUR_MS,
    stepMs: HOUR_MS,
    steps: 30,
    replicas: 1,
    containers,
  };
}

function run(vpas: readonly VerticalPodAutoscaler[], changed: Partial<RunParts> = {}, request = REQUEST) {
  const kept: string[] = [];
  const parts: RunParts = {
    config,
    inputs: {
      of: async ({ metadata }): Promise<Input> => ({
        kind: 'found',
        source: 'store',
        workload: workloadNamed(metadata.name),
      }),
      killsSeen: async () => 0,
    },
    worker: { work: async (task, _, lived) => workOn(task, config, lived) },
    nowMs: NOW_MS,
    wallClock: new ManualClock(0),
    stopping: new AbortController().signal,
    progress: () => undefined,
    ...changed,
  };
  const outcome = runReplay(request, vpas, parts, async ({ vpa }) => void kept.push(vpa.metadata.name));
  return { outcome, kept };
}

describe('a replay of many workloads', () => {
  it('leaves out those whose policy, past or replay is broken, with the reason', async () => {
    const vpas = ['good', 'bounds', 'young', 'odd'].map((name) => vpaNamed(name));
    vpas.splice(1, 0, { ...vpaNamed('bare'), spec: undefined } as unknown as VerticalPodAutoscaler);
    vpas[2] = vpaNamed('bounds', {
      targetRef: { kind: 'Deployment', name: 'bounds' },
      resourcePolicy: { containerPolicies: [{ containerName: '*', minAllowed: { cpu: 'much' } }] },
    });
    const { outcome, kept } = run(vpas, {
      inputs: {
        killsSeen: async () => 0,
        of: async ({ metadata: { name } }) =>
          name === 'young'
            ? { kind: 'too-little', why: 'no usage is kept' }
            : { kind: 'found', source: 'store', workload: workloadNamed(name) },
      },
      worker: {
        work: async (task) => {
          if (task.workload.name === 'odd') throw new TaskFault('out of range');
          return workOn(task, config);
        },
      },
    });
    const { workloads, leftOut, variants } = await outcome;
    expect(workloads).toEqual(['shop/good']);
    expect(kept).toEqual(['good']);
    expect(leftOut.map(({ workload }) => workload)).toEqual([
      'shop/bare',
      'shop/bounds',
      'shop/young',
      'shop/odd',
    ]);
    expect(leftOut.map(({ why }) => why)).toEqual([
      expect.stringContaining('its policy cannot be read'),
      expect.stringContaining('minAllowed'),
      'no usage is kept',
      'out of range',
    ]);
    expect(variants[0]?.summary.coreHours?.total).toBeGreaterThan(0);
  });

  it('fails as a whole if none is left, or if its process is lost', async () => {
    const none = run([vpaNamed('a')], {
      inputs: {
        killsSeen: async () => 0,
        of: async () => ({ kind: 'too-little', why: 'no usage is kept' }),
      },
    });
    await expect(none.outcome).rejects.toThrow(
      'None of 1 workloads could be replayed. shop/a: no usage is kept',
    );
    const lost = run([vpaNamed('a')], {
      worker: { work: () => Promise.reject(new WorkerLost('SIGKILL')) },
    });
    await expect(lost.outcome).rejects.toThrow(WorkerLost);
  });

  it.each([
    [{ a: 2, b: 4 }, 6],
    [{ a: 0, b: 0 }, 0],
    [{ a: 2, b: undefined }, undefined],
    [{ a: undefined, b: 4 }, undefined],
  ])('says how many kills there really were, if all are known: %j', async (seen, all) => {
    const spans: unknown[] = [];
    const { outcome } = run([vpaNamed('a'), vpaNamed('b')], {
      inputs: {
        of: async ({ metadata }) => ({
          kind: 'found',
          source: 'store',
          workload: workloadNamed(metadata.name),
        }),
        killsSeen: async ({ metadata }, containers, span) => {
          spans.push({ containers, ...span });
          return seen[metadata.name as 'a' | 'b'];
        },
      },
    });
    const { reallyKilled, fromMs, toMs } = await outcome;
    expect(reallyKilled).toBe(all);
    expect(spans).toEqual([
      { containers: ['app'], fromMs, toMs },
      { containers: ['app'], fromMs, toMs },
    ]);
  });

  it('knows nothing of kills before the time that Plumbline kept', async () => {
    const { outcome } = run([vpaNamed('a')], {
      inputs: {
        of: async () => ({ kind: 'found', source: 'prometheus', workload: workloadNamed('a') }),
        killsSeen: async () => 6,
      },
    });
    expect((await outcome).reallyKilled).toBeUndefined();
  });

  it('tells its progress variant by variant', async () => {
    const told: string[] = [];
    const variants = [{ name: 'as now' }, { name: 'adaptive', recommender: 'adaptive' }];
    const progress = (done: number, total: number) => told.push(`${done}/${total}`);
    await run([vpaNamed('a'), vpaNamed('b')], { progress }, { ...REQUEST, variants }).outcome;
    expect(told).toEqual(['1/4', '2/4', '2/4', '3/4', '4/4', '4/4']);
  });
});

describe('a search', () => {
  const scope = { kind: 'vpa', namespace: 'shop', name: 'a' } as const;
  const suggest = { oomsADay: 0, cpuShort: 0.02, memoryShort: 0.001 };
  const asked = { ...REQUEST, scope, variants: [], suggest };

  it('ends with what it has once its time is over', async () => {
    const wallClock = new ManualClock(0);
    const slow: RunParts['worker'] = {
      work: async (task) => {
        await wallClock.advance(25_000);
        return workOn(task, config);
      },
    };
    const { proposal, variants } = await run([vpaNamed('a')], { worker: slow, wallClock }, asked).outcome;
    expect(proposal).toMatchObject({ tried: 3, isCurrentWithin: expect.any(Boolean) });
    expect(proposal?.planned).toBeGreaterThan(3);
    expect(variants[0]?.name).toBe('as now');
  });

  it('fails in words for a workload without a past', async () => {
    const { outcome } = run(
      [vpaNamed('a')],
      {
        inputs: {
          killsSeen: async () => 0,
          of: async () => ({ kind: 'too-little', why: 'no usage is kept of shop/a' }),
        },
      },
      asked,
    );
    await expect(outcome).rejects.toThrow(new ReplayFailure('no usage is kept of shop/a', true));
  });
});

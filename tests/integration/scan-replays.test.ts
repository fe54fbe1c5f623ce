import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import { defaultConfig } from '@/server/config';
import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { replaySettings } from '@/server/replay/policies';
import type { ReplayTask } from '@/server/scan/replays/costs';
import { replayerHere } from '@/server/scan/replays/replayer';
import { ReplayThreads } from '@/server/scan/replays/threads';

const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;
const config = replaySettings(defaultConfig());
/** Too little for a pod of very many containers. */
const SMALL_HEAP_MB = 24;

interface Shape {
  readonly name?: string;
  readonly steps?: number;
  readonly replicas?: number;
  readonly containers?: number;
  /** Less than 1 is no policy that can be tried. */
  readonly minReplicas?: number;
}

function taskOf({
  name = 'web',
  steps = 200,
  replicas = 1,
  containers = 1,
  minReplicas = 1,
}: Shape = {}): ReplayTask {
  const amounts = { cpu: cpuMillicores(100), memory: memoryBytes(200 * MIB) };
  const usage = [
    {
      cpuMillicores: Float32Array.from({ length: steps }, (_, step) => 40 + ((step * name.length) % 150)),
      memoryBytes: Float32Array.from({ length: steps }, (_, step) => (100 + (step % 150)) * MIB),
    },
  ];
  const vpa: VerticalPodAutoscaler = {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace: 'shop', name },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      updatePolicy: { updateMode: 'Recreate', minReplicas },
    },
  };
  const workload = {
    namespace: 'shop',
    name,
    startMs: Date.UTC(2026, 1, 2),
    stepMs: HOUR_MS,
    steps,
    replicas,
    containers: Array.from({ length: containers }, (_, index) => ({
      name: `c${index}`,
      requests: amounts,
      limits: amounts,
      usage,
    })),
  };
  const { startMs } = workload;
  const now = { cpuShort: 0, memoryShort: 0, kills: 0, changes: 0 };
  return { vpa, workload, alone: { fromMs: startMs, toMs: startMs + steps * HOUR_MS, now } };
}

describe('replays of a scan in threads', () => {
  let file: URL;
  let threads: ReplayThreads | undefined;
  let stopping: AbortController;
  const begin = (options: { threads?: number; heapMb?: number; file?: URL } = {}) => {
    stopping = new AbortController();
    threads = new ReplayThreads(config, stopping.signal, { file, threads: 2, ...options });
    return threads;
  };
  beforeAll(async () => {
    file = pathToFileURL(await bundle('server/scan/replays/thread.ts'));
  });
  afterEach(() => threads?.close());

  it('come to what they come to in one, whichever ends first', async () => {
    const shapes: Shape[] = [400, 30, 200, 26, 300, 25].map((steps, index) => ({
      name: `web${'-'.repeat(index)}${index}`,
      steps,
      replicas: 1 + (index % 3),
      minReplicas: index === 3 ? 0 : 1,
    }));
    const tasks = shapes.map(taskOf);
    const here = replayerHere(config);
    const expected = await Promise.all(tasks.map((task) => here.replayed(task)));
    const found = begin();
    expect(await Promise.all(tasks.map((task) => found.replayed(task)))).toEqual(expected);
    expect(expected[0]?.recommended?.changes).toBeGreaterThan(0);
    expect(expected[3]).toBeUndefined();
  });

  it('cost themselves alone where a thread runs out of memory', async () => {
    const found = begin({ heapMb: SMALL_HEAP_MB, threads: 1 });
    const [large, small] = await Promise.allSettled([
      found.replayed(taskOf({ containers: 400, replicas: 200 })),
      found.replayed(taskOf()),
    ]);
    expect(large).toMatchObject({ reason: { message: expect.stringMatching(/ended: .*memory/) } });
    expect(small).toMatchObject({ status: 'fulfilled', value: expect.anything() });
  });

  it('end at once when the scan is stopped', async () => {
    const found = begin({ threads: 1 });
    const endless = taskOf({ steps: 200_000, replicas: 50 });
    const waiting = [endless, taskOf(), taskOf()].map((task) => found.replayed(task));
    stopping.abort(new Error('stopped'));
    for (const one of await Promise.allSettled(waiting))
      expect(one).toMatchObject({ reason: { message: 'stopped' } });
    await expect(found.replayed(taskOf())).rejects.toThrow('stopped');
  });

  it('are given up where no thread can work', async () => {
    const found = begin({ file: new URL('./none.mjs', file) });
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => found.replayed(taskOf())));
    for (const one of all)
      expect(one).toMatchObject({ reason: { message: expect.stringContaining('none.mjs') } });
  });
});

import { defaultConfig } from '@/server/config';
import { DEFAULT_OPTIONS } from '@/server/replay/engine/workload';
import { ReplayWorker } from '@/server/replay/worker';
import { firstReviews, oneByOne } from './admission';
import { startStillCluster } from './admission-cluster';
import { AdmissionProcess } from './admission-process';
import { type Bench, type Figure, median, quantile } from './bench';
import { workload } from './replay';

const REVIEWS = 4_000;
const ROUNDS = 5;
/** How much the replay yields to others: not at all, as a thread would, as it does, and as much as can be. */
const NICER = [0, 10, 19];

/** Replays without end until `stop`. */
function replaying(nicer: number): { stop(): Promise<void> } {
  const worker = new ReplayWorker(defaultConfig(), nicer);
  const stopping = new AbortController();
  const policy = {
    spec: { updatePolicy: { updateMode: 'Recreate' as const } },
    recommender: 'default',
    parameters: {},
  };
  const ended = (async () => {
    for (let index = 0; !stopping.signal.aborted; index++) {
      const task = { workload: workload(index), variants: [{ name: 'a', policy }], options: DEFAULT_OPTIONS };
      await worker.work(task, stopping.signal).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
      await worker.stop();
    },
  };
}

/** Reviews one by one, alone and beside a replay on the same machine: the median of several rounds' p99. */
export const admissionReplayBench: Bench = {
  name: 'admission-replay',
  async run(): Promise<Figure[]> {
    const cluster = await startStillCluster(10, 50);
    const admitting = await AdmissionProcess.start(cluster.url);
    const { port } = admitting;
    const asked = await firstReviews(admitting, cluster, 10);
    await oneByOne(port, asked, REVIEWS);
    const p99s = new Map<string, number[]>();
    const note = async (name: string) => {
      const tookMs = await oneByOne(port, asked, REVIEWS);
      p99s.set(name, [...(p99s.get(name) ?? []), quantile(tookMs, 0.99)]);
    };
    for (let round = 0; round < ROUNDS; round++) {
      await note('alone');
      for (const nicer of NICER) {
        const replay = replaying(nicer);
        await oneByOne(port, asked, REVIEWS);
        await note(`nicer-${nicer}`);
        await replay.stop();
      }
    }
    await admitting.stop();
    await cluster.close();
    return [...p99s].map(([name, values]) => ({
      name: `admission-replay-${name}-p99`,
      value: median(values),
      unit: 'ms',
      ...(name === 'nicer-10' && { reach: 'as alone' }),
    }));
  },
};

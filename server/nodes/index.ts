import type { NodeView } from '../contract/nodes';
import { parametersFrom, percentileParameters } from '../decide/estimators/percentile/parameters';
import type { RoleContext } from '../kube/role-context';
import { type RunOutcome, repeat } from '../lib/time/repeat';
import { Slices } from '../lib/time/slices';
import type { Pod } from '../objects/types';
import type { LiveAnswer } from '../usage/source';
import type { NodesHandle } from './handle';
import { nodeMetrics } from './metrics';
import { NodePods } from './node-pods';
import { NodeUsageIndex, staleAfterMs } from './node-usage-index';
import type { NodesPorts } from './ports';
import { IdlePublishing } from './publishing/publishing';
import { SavedPeaks } from './saved-peaks';
import type { NodesSettings } from './settings';

const MOST_PODS_SHOWN = 20;
/** How soon to try again while the caches are still filling; in real time. */
const BACKOFF = { firstMs: 250, longestMs: 15_000 };

/** Starts to learn nodes: from every round of samples that the recommender fetches, until stopped. */
export function startNodes(
  context: RoleContext<NodesSettings>,
  { liveRounds, savedPeaks }: NodesPorts,
): NodesHandle {
  const { caches, clock, wallClock, config, loops } = context;
  const pods = new NodePods();
  const staleMs = staleAfterMs(clock);
  const usageIndex = new NodeUsageIndex(pods, percentileParameters.parse(parametersFrom(config)), staleMs);
  const saved = new SavedPeaks(usageIndex.peaks, { store: savedPeaks, clock, wallClock, log: context.log });
  const publishing = new IdlePublishing(context);
  let listed: readonly NodeView[] = [];
  let revision = 0;
  let ended: LiveAnswer | undefined;
  let lastRound = 0;

  const endPods = caches.pods.subscribe({
    added: (pod: Pod) => pods.set(pod),
    updated: (before: Pod, pod: Pod) => pods.set(pod, before),
    deleted: ({ metadata: { namespace = '', name } }: Pod) => pods.remove(namespace, name),
  });
  nodeMetrics(context.metrics, () => listed);

  const loop = repeat({
    name: 'learn nodes',
    everyMs: config.recommenderIntervalMs,
    backoff: BACKOFF,
    clock,
    wallClock,
    loops,
    run: judge,
  });
  const endRounds = liveRounds.subscribe({
    sample: (sample) => {
      const nowMs = clock.now();
      pods.sample(sample, nowMs, nowMs - staleMs);
    },
    ended: (answer) => {
      ended = answer;
      lastRound = pods.round;
      pods.round++;
      loop.wake();
    },
  });
  publishing.start();

  return {
    list: () => listed,
    get revision() {
      return revision;
    },
    get publishing() {
      return publishing.state;
    },
    detail: (name) => {
      const judged = usageIndex.get(name);
      return (
        judged && {
          ...judged.view,
          steps: { cpu: judged.idle?.cpu.steps ?? [], memory: judged.idle?.memory.steps ?? [] },
          ...usageIndex.heaviest(name, lastRound, MOST_PODS_SHOWN),
          publishing: publishing.state,
        }
      );
    },
    memoryPeakOf: (name) => usageIndex.get(name)?.view.memory.peak,
    podsOn: (name) => pods.on(name),
    stop: async () => {
      endRounds();
      endPods();
      await loop.stop();
      await publishing.stop();
      await saved.save();
    },
  };

  async function judge(signal: AbortSignal): Promise<RunOutcome> {
    if (!caches.nodes.seen || !caches.pods.seen) return 'retry';
    await saved.restoreOnce();
    const isAnswered = ended === 'samples';
    ended = undefined;
    const nowMs = clock.now();
    const slices = new Slices();
    for (const _ of usageIndex.judge(caches.nodes.list(), { number: lastRound, isAnswered, nowMs })) {
      const pause = slices.breathe();
      if (pause) await pause;
    }
    listed = Array.from(usageIndex.list(), ({ view }) => view);
    revision++;
    await saved.saveInTime();
    await publishing.round(usageIndex.list(), nowMs, signal);
    return 'done';
  }
}

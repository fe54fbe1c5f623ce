import type { RecommenderPorts } from '@/server/recommender/handle';
import { DatabaseAway } from '@/server/store';
import { Recorder } from '@/server/store/series/recorder';
import { LiveRounds } from '@/server/usage/live-rounds';

/** Takes points as the store does, and stores them nowhere. */
function seriesInMemory() {
  return Object.assign(new Recorder(), {
    addFormer: () => undefined,
    addHappening: () => undefined,
    past: async () => ({ points: [] }),
  });
}

/** What a recommender gets that stores nothing, and keeps its checkpoints in the cluster. */
export function portsInMemory(): RecommenderPorts {
  const ask = () => Promise.reject(new DatabaseAway('there is no database'));
  return {
    series: seriesInMemory(),
    checkpoints: { ask },
    liveRounds: new LiveRounds(),
    prices: () => undefined,
  };
}

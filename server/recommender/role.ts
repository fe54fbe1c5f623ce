import { role } from '../kube/role';
import type { RecommenderHandle, RecommenderPorts } from './handle';
import { RECOMMENDER_KINDS } from './kinds';
import { RECOMMENDER_READS } from './settings';

/** Learns what containers use and recommends requests. */
export const recommender = role({
  name: 'recommender',
  watches: RECOMMENDER_KINDS,
  settings: RECOMMENDER_READS,
  check: async (settings) => (await import('./checks')).checkRecommenderSettings(settings),
  start: async (context, ports: RecommenderPorts): Promise<RecommenderHandle> => {
    const { startRecommender } = await import('./index');
    const known = context.config.readKubelets
      ? await (await import('./by-kubelets')).byKubelets(context)
      : context;
    return startRecommender(known, ports);
  },
  offers: (handle) => ({ recommendations: handle }),
});

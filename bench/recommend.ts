import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/decide/estimators';
import { NO_POLICIES } from '@/server/decide/pods/container-policy';
import { postProcessingFrom } from '@/server/recommender/recommend/post-process';
import { type RecommendationRules, recommend } from '@/server/recommender/recommend/recommendation';
import { type Bench, leastOf, secondsOf } from './bench';
import { addVpas, containerRefs, ingestPass, LABEL_SETS, newState, populate, workload } from './population';

const HISTORY_PASSES = 60;
const REPEATS = 5;
const ROUNDS = 100;

/** Container recommendations per second, from the model's aggregates to rounded and capped amounts. */
export const recommendBench: Bench = {
  name: 'recommend',
  run() {
    const state = newState();
    populate(state);
    addVpas(state);
    const refs = containerRefs();
    for (let pass = 0; pass < HISTORY_PASSES; pass++) ingestPass(state, refs, pass);
    const config = defaultConfig();
    const rules: RecommendationRules = {
      estimator: estimatorOf('percentile', config),
      processing: postProcessingFrom(config),
      policies: NO_POLICIES,
    };
    const vpas = Array.from({ length: LABEL_SETS }, (_, index) => workload(index)).map(
      ({ namespace, name }) => ({
        namespace,
        name: `${name}-vpa`,
      }),
    );
    let recommended = 0;
    const recommendAll = () => {
      for (const { namespace, name } of vpas)
        recommended += recommend(state.aggregatesOf(namespace, name), rules).length;
    };
    recommendAll();
    if (recommended !== LABEL_SETS)
      throw new Error(`${recommended} recommendations instead of ${LABEL_SETS}`);
    const seconds = leastOf(ROUNDS, () =>
      secondsOf(() => {
        for (let repeat = 0; repeat < REPEATS; repeat++) recommendAll();
      }),
    );
    const value = (LABEL_SETS * REPEATS) / seconds;
    return [{ name: 'recommend', value, unit: 'containers/s', reach: '≥ 1,000,000' }];
  },
};

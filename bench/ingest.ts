import { type Bench, leastOf, secondsOf } from './bench';
import { addVpas, CONTAINERS, containerRefs, ingestPass, newState, populate } from './population';

const WARM_UP_PASSES = 20;
const PASSES_PER_ROUND = 4;
const ROUNDS = 60;

/** Samples per second into the model, each found by namespace, pod and container name. */
export const ingestBench: Bench = {
  name: 'ingest',
  run() {
    const state = newState();
    populate(state);
    addVpas(state);
    const refs = containerRefs();
    let pass = 0;
    const ingest = (passes: number) => {
      for (const end = pass + passes; pass < end; pass++) {
        const accepted = ingestPass(state, refs, pass);
        if (accepted !== 2 * CONTAINERS)
          throw new Error(`only ${accepted} samples of pass ${pass} were accepted`);
      }
    };
    ingest(WARM_UP_PASSES);
    const seconds = leastOf(ROUNDS, () => secondsOf(() => ingest(PASSES_PER_ROUND)));
    const value = (2 * CONTAINERS * PASSES_PER_ROUND) / seconds;
    return [{ name: 'ingest', value, unit: 'samples/s', reach: '≥ 5,000,000' }];
  },
};

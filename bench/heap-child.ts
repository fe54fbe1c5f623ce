/** Prints how many megabytes the filled model takes: heap and typed arrays, after a garbage collection. */
import { addVpas, containerRefs, ingestPass, newState, populate } from './population';
import { usedBytes } from './used-bytes';

const PASSES = 60;

const empty = usedBytes();
const state = newState();
populate(state);
addVpas(state);
(() => {
  const refs = containerRefs();
  for (let pass = 0; pass < PASSES; pass++) ingestPass(state, refs, pass);
})();
const filled = usedBytes();
console.log(((filled - empty) / 1e6).toFixed(2));
if (state.podCount === 0) throw new Error('the model is empty');

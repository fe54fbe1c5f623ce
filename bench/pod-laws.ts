import fc from 'fast-check';
import { anyPodCase, holdsForNewPods, holdsForRunningPods } from '../tests/support/pod-laws';
import { type Bench, type Figure, secondsOf } from './bench';

const CASES = 50_000;
const SEED = 31;

/**
 * Random pods with sidecars, init containers and resources of their own, LimitRanges and quotas: no patch and no
 * resize that the API server refuses, none that changes the QoS class. Fails with the smallest case that breaks that.
 */
export const podLawsBench: Bench = {
  name: 'pod-laws',
  isLong: true,
  run: () => [...tried('new-pods', holdsForNewPods), ...tried('running-pods', holdsForRunningPods)],
};

function tried(name: string, holds: typeof holdsForNewPods): Figure[] {
  let changed = 0;
  const counted = fc.property(anyPodCase, (one) => {
    if (holds(one)) changed++;
  });
  const seconds = secondsOf(() => fc.assert(counted, { numRuns: CASES, seed: SEED }));
  return [
    { name: `pod-laws-${name}`, value: CASES, unit: 'cases' },
    { name: `pod-laws-${name}-changed`, value: changed, unit: 'cases' },
    { name: `pod-laws-${name}-time`, value: seconds, unit: 's' },
  ];
}

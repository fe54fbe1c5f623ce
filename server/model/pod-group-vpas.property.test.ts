import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { percentile } from '../decide/estimators/percentile';
import { HistogramLearning } from '../decide/estimators/percentile/learned-histograms';
import { type Selector, selectorFrom, selectorMatches } from '../objects/selector';
import { ClusterState } from './cluster-state';

const NAMESPACE = 'shop';
const START_MS = Date.UTC(2025, 5, 2, 6);
const SETTINGS = {
  memoryAggregationIntervalMs: 86_400_000,
  memoryAggregationIntervalCount: 8,
  oomBumpUpRatio: 1.2,
  oomMinBumpUpBytes: 1e8,
  countZeroMemory: false,
};

function newState(): ClusterState {
  const state = new ClusterState(SETTINGS, new HistogramLearning(percentile.parameters.parse({})));
  state.advanceTo(START_MS);
  return state;
}

function setPod(state: ClusterState, name: string, labels: Record<string, string>): void {
  state.setPod({
    namespace: NAMESPACE,
    name,
    labels,
    phase: 'Running',
    containers: [{ name: 'app', requests: {} }],
  });
}

const ofApp = (app: string): Selector => selectorFrom({ matchLabels: { app } });
const EVERY: Selector = selectorFrom({});

const podsOf = (state: ClusterState, vpa: string) =>
  [...state.podsOfVpa(NAMESPACE, vpa)].map(({ name }) => name).sort();

describe('a VPA on a group of pods', () => {
  it('learns nothing from pods that a VPA on their workload holds, and again once that lets them go', () => {
    const state = newState();
    for (const app of ['web', 'api']) setPod(state, app, { app });
    const set = (holdsPods: boolean) =>
      state.setVpa({ namespace: NAMESPACE, name: 'web', selector: ofApp('web'), holdsPods });
    state.setVpa({ namespace: NAMESPACE, name: 'all', selector: EVERY, isOnGroup: true });
    for (const pod of ['web', 'api'])
      state.addCpuSample(
        { namespace: NAMESPACE, pod, container: 'app' },
        START_MS,
        pod === 'web' ? 900 : 100,
      );
    const samples = () => state.aggregatesOf(NAMESPACE, 'all').get('app')?.sampleCount;
    expect([samples(), podsOf(state, 'all')]).toEqual([2, ['api', 'web']]);
    set(true);
    expect([samples(), podsOf(state, 'all')]).toEqual([1, ['api']]);
    set(false);
    expect([samples(), podsOf(state, 'all')]).toEqual([2, ['api', 'web']]);
    set(true);
    setPod(state, 'web', { app: 'other' });
    expect(podsOf(state, 'all')).toEqual(['api', 'web']);
    setPod(state, 'web', { app: 'web' });
    state.deleteVpa(NAMESPACE, 'web');
    expect([samples(), podsOf(state, 'all')]).toEqual([2, ['api', 'web']]);
  });

  it('has the pods that a look at all of them finds, whatever came before', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const labels = fc.record({ app: fc.constantFrom('x', 'y'), tier: fc.constantFrom('x', 'y') });
    const selector = fc.oneof(
      fc.constant({}),
      labels.map((matchLabels) => ({ matchLabels })),
    );
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pod' as const), name, labels }),
      fc.record({ kind: fc.constant('no pod' as const), name }),
      fc.record({
        kind: fc.constant('vpa' as const),
        name,
        selector,
        isOnGroup: fc.boolean(),
        acts: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('no vpa' as const), name }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const state = newState();
        const pods = new Map<string, Record<string, string>>();
        const vpas = new Map<string, { selector: Selector; isOnGroup: boolean; holdsPods: boolean }>();
        for (const one of steps)
          switch (one.kind) {
            case 'pod':
              pods.set(one.name, one.labels);
              setPod(state, one.name, one.labels);
              break;
            case 'no pod':
              pods.delete(one.name);
              state.deletePod(NAMESPACE, one.name);
              break;
            case 'vpa': {
              const { isOnGroup, acts } = one;
              const vpa = { selector: selectorFrom(one.selector), isOnGroup, holdsPods: acts && !isOnGroup };
              vpas.set(one.name, vpa);
              state.setVpa({ namespace: NAMESPACE, name: one.name, ...vpa });
              break;
            }
            case 'no vpa':
              vpas.delete(one.name);
              state.deleteVpa(NAMESPACE, one.name);
          }
        const isHeld = (its: Record<string, string>) =>
          [...vpas.values()].some((vpa) => vpa.holdsPods && selectorMatches(vpa.selector, its));
        for (const its of pods.values())
          expect([...state.vpasFor(NAMESPACE, its)].map((vpa) => vpa.name).sort()).toEqual(
            [...vpas]
              .filter(([, own]) => selectorMatches(own.selector, its) && !(own.isOnGroup && isHeld(its)))
              .map(([vpa]) => vpa)
              .sort(),
          );
        for (const [vpa, own] of vpas) {
          const expected = [...pods].filter(
            ([, its]) => selectorMatches(own.selector, its) && !(own.isOnGroup && isHeld(its)),
          );
          expect(podsOf(state, vpa)).toEqual(expected.map(([pod]) => pod).sort());
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

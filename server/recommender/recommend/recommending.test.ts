import { beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '../../config';
import { estimatorOf } from '../../decide/estimators';
import { ClusterState } from '../../model/cluster-state';
import { selectorFrom } from '../../objects/selector';
import { Recommending } from './recommending';

const START_MS = Date.UTC(2026, 5, 2, 6);
const MINUTE_MS = 60_000;

describe('what is known of a container that pods have as a sidecar and others as an ordinary one', () => {
  let state: ClusterState;
  let recommending: Recommending;

  beforeEach(() => {
    const config = defaultConfig();
    const estimator = estimatorOf('percentile', config);
    state = new ClusterState(config, estimator.learning);
    state.setVpa({ namespace: 'shop', name: 'web', selector: selectorFrom({ matchLabels: { app: 'web' } }) });
    recommending = new Recommending({ config, estimator, state });
  });

  function runs(name: string, isSidecar: boolean): void {
    state.setPod({
      namespace: 'shop',
      name,
      labels: { app: 'web', 'pod-template-hash': name },
      phase: 'Running',
      containers: [{ name: 'proxy', isSidecar, requests: {} }],
    });
  }

  const uses = (pod: string, minute: number, times = 1) => {
    for (let index = 0; index < times; index++)
      state.addCpuSample(
        { namespace: 'shop', pod, container: 'proxy' },
        START_MS + (minute + index) * MINUTE_MS,
        100,
      );
  };
  const known = () => {
    const { aggregates, sidecars } = recommending.knowledgeOf('shop', 'web');
    const { isSidecar, sampleCount } = aggregates.get('proxy') ?? {};
    return { isSidecar, sampleCount, sidecars: [...sidecars] };
  };

  it('is that of the kind that began last, while pods have both', () => {
    runs('old', false);
    uses('old', 1, 5);
    runs('new', true);
    expect(known()).toEqual({ isSidecar: false, sampleCount: 5, sidecars: [] });
    uses('new', 7, 2);
    expect(known()).toEqual({ isSidecar: true, sampleCount: 2, sidecars: ['proxy'] });
  });

  it('is that of the kind that the pods have, once only one is left', () => {
    runs('old', false);
    uses('old', 1, 5);
    runs('new', true);
    uses('new', 7, 2);
    state.deletePod('shop', 'new');
    expect(known()).toEqual({ isSidecar: false, sampleCount: 5, sidecars: [] });
  });

  it('is nothing until the kind that the pods have was measured', () => {
    runs('old', false);
    uses('old', 1, 5);
    state.deletePod('shop', 'old');
    runs('new', true);
    expect(known()).toEqual({ isSidecar: undefined, sampleCount: undefined, sidecars: ['proxy'] });
  });

  it('is the newest of both while no pod runs', () => {
    for (const [name, isSidecar, minute] of [
      ['old', false, 1],
      ['new', true, 7],
    ] as const) {
      runs(name, isSidecar);
      uses(name, minute);
      state.deletePod('shop', name);
    }
    expect(known()).toEqual({ isSidecar: true, sampleCount: 1, sidecars: ['proxy'] });
  });
});

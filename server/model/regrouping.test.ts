import { expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/decide/estimators';
import { histogramsOf } from '@/server/decide/estimators/percentile/learned-histograms';
import { parseSelector } from '../objects/selector';
import { ClusterState } from './cluster-state';

const NOW_MS = Date.UTC(2026, 2, 2);
const REF = { namespace: 'shop', pod: 'agent', container: 'app' };

function learned() {
  const config = defaultConfig();
  const state = new ClusterState(config, estimatorOf('percentile', config).learning);
  const pod = (labels: Record<string, string>) => ({
    namespace: 'shop',
    name: 'agent',
    labels: { app: 'agent', ...labels },
    phase: 'Running',
    containers: [{ name: 'app', requests: {} }],
  });
  state.advanceTo(NOW_MS);
  for (const [name, selector] of [
    ['all', 'app=agent'],
    ['small', 'app=agent,group=small'],
  ] as const)
    state.setVpa({ namespace: 'shop', name, selector: parseSelector(selector) });
  state.setPod(pod({}));
  state.addCpuSample(REF, NOW_MS, 100);
  const peakOf = (vpa: string) => {
    const aggregate = state.aggregatesOf('shop', vpa).get('app');
    return aggregate ? histogramsOf(aggregate.learned).memory.percentile(1) : 0;
  };
  return { state, pod, peakOf };
}

it.each(['a sample', 'an OOM kill'])('moves the memory peak of %s with a pod to its group', (kind) => {
  const { state, pod, peakOf } = learned();
  state.addMemorySample(REF, NOW_MS, 1e9);
  if (kind === 'an OOM kill') state.recordOom(REF, NOW_MS, 2e9);
  const before = peakOf('all');
  expect(peakOf('small')).toBe(0);
  state.regroupPod(pod({ group: 'small' }));
  expect(peakOf('small')).toBe(before);
  expect(peakOf('all')).toBe(before);
  state.regroupPod(pod({}));
  expect(peakOf('small')).toBe(0);
  expect(peakOf('all')).toBe(before);
});

it('leaves the peak where it was learned if the labels of the pod itself change', () => {
  const { state, pod, peakOf } = learned();
  state.addMemorySample(REF, NOW_MS, 1e9);
  state.setPod(pod({ group: 'small' }));
  expect(peakOf('small')).toBe(0);
  expect(peakOf('all')).toBeGreaterThan(9e8);
});

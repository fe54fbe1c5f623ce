import { expect, it } from 'vitest';
import type { ContainerView, WorkloadSummary } from '../../contract/recommendations';
import { factsOfProblems } from './facts-of-problem';

const container = (name: string, leakMostBytes?: number): ContainerView => ({
  name,
  off: false,
  cpu: {},
  memory: {},
  confidence: 1,
  samples: 0,
  ...(leakMostBytes !== undefined && { leakMostBytes }),
});
const condition = (type: string, lastTransitionMs: number, status = 'True') => ({
  type,
  status,
  lastTransitionMs,
});
const facts = (
  containers: ContainerView[],
  conditions: WorkloadSummary['conditions'] = [condition('MemoryLeak', 7)],
) => factsOfProblems([{ namespace: 'lab', name: 'leaky', containers, conditions }]);
const about = (name: string) => `VerticalPodAutoscaler lab/leaky, container ${name}`;

it('caps a container that leaks at what is of use to it, and says since when it leaks', () => {
  const known = facts([container('app', 5.1 * 2 ** 30), container('proxy')]);
  expect(known({ code: 'memory-leak', about: about('app') })).toEqual({
    form: { label: 'Cap at 5.1 GiB…', fill: { container: 'app', maxMemory: '5223Mi' } },
    sinceMs: 7,
  });
});

it.each([
  ['a container that is capped as low', { code: 'memory-leak', about: about('proxy') }, { sinceMs: 7 }],
  ['another workload', { code: 'memory-leak', about: 'VerticalPodAutoscaler lab/web, container app' }, {}],
  ['another problem', { code: 'undone', about: about('app') }, {}],
] as const)('has no form for %s', (_, problem, found) => {
  expect(facts([container('app', 2 ** 31), container('proxy')])(problem)).toEqual(found);
});

it('has no form for one that nodes keep lower already', () => {
  const memory = { target: 2 ** 30, cap: { by: 'largest-node' as const, needs: 2 ** 31 } };
  const known = facts([{ ...container('app', 2 ** 31), memory }]);
  expect(known({ code: 'memory-leak', about: about('app') }).form).toBeUndefined();
});

it('takes the word of a condition only while it holds', () => {
  const problem = { code: 'target-missing', about: 'VerticalPodAutoscaler lab/leaky' } as const;
  expect(facts([], [condition('ConfigUnsupported', 9)])(problem)).toEqual({ sinceMs: 9 });
  expect(facts([], [condition('ConfigUnsupported', 9, 'False')])(problem)).toEqual({});
});

import { expect, it } from 'vitest';
import type { ContainerView } from '../../contract/recommendations';
import { leakForms } from './leak-forms';

const container = (name: string, leakMostBytes?: number): ContainerView => ({
  name,
  off: false,
  cpu: {},
  memory: {},
  confidence: 1,
  samples: 0,
  ...(leakMostBytes !== undefined && { leakMostBytes }),
});
const form = leakForms([
  { namespace: 'lab', name: 'leaky', containers: [container('app', 5.1 * 2 ** 30), container('proxy')] },
]);
const about = (name: string) => `VerticalPodAutoscaler lab/leaky, container ${name}`;

it('caps a container that leaks at what is of use to it', () => {
  expect(form({ code: 'memory-leak', about: about('app') })).toEqual({
    label: 'Cap at 5.1 GiB…',
    fill: { container: 'app', maxMemory: '5223Mi' },
  });
});

it.each([
  ['a container that is capped as low', { code: 'memory-leak', about: about('proxy') }],
  ['another workload', { code: 'memory-leak', about: 'VerticalPodAutoscaler lab/web, container app' }],
  ['another problem', { code: 'undone', about: about('app') }],
] as const)('does nothing for %s', (_, problem) => {
  expect(form(problem)).toBeUndefined();
});

it('does nothing for one that nodes keep lower already', () => {
  const memory = { target: 2 ** 30, cap: { by: 'largest-node' as const, needs: 2 ** 31 } };
  const capped = leakForms([
    { namespace: 'lab', name: 'leaky', containers: [{ ...container('app', 2 ** 31), memory }] },
  ]);
  expect(capped({ code: 'memory-leak', about: about('app') })).toBeUndefined();
});

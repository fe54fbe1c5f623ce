import { expect, it } from 'vitest';
import type { Happening } from '../../store';
import { oomOf } from './fact-reading';

const AT_MS = 1_000;
const LOW =
  'The node was low on resource: memory. Threshold quantity: 300Mi, available: 266396Ki. Container app was using 924232Ki, request is 16Mi, has larger consumption of memory.';
const happening = (more: Partial<Happening>): Happening => ({
  namespace: 'shop',
  vpa: 'web',
  atMs: AT_MS,
  container: '',
  pod: 'web-1',
  kind: 'evicted',
  detail: LOW,
  ...more,
});

it('an eviction for memory counts as a kill by the container that used too much', () => {
  expect(oomOf(happening({}), 2_000)).toEqual({
    atMs: AT_MS,
    pod: 'web-1',
    container: 'app',
    detail: '',
    isEviction: true,
  });
});

it.each<[string, Partial<Happening>]>([
  ['for its disk', { detail: LOW.replace('resource: memory', 'resource: ephemeral-storage') }],
  ['of a pod that used no more than it requests', { detail: LOW.replace(/ Container .*/, '') }],
  ['for a critical pod', { kind: 'preempted' }],
])('an end %s does not', (_what, more) => {
  expect(oomOf(happening(more), 2_000)).toBeUndefined();
});

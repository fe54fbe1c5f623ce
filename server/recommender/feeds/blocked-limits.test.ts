import { expect, it } from 'vitest';
import { pod } from '@/tests/support/plan-input';
import type { Pod } from '../../objects/types';
import { blockedUseOf } from './blocked-limits';

function blocked(message: string, others: readonly string[] = []): Pod {
  const one = pod('a', {
    conditions: [{ type: 'PodResizeInProgress', status: 'True', reason: 'Error', message }],
  });
  return {
    ...one,
    spec: { ...one.spec, containers: [...one.spec.containers, ...others.map((name) => ({ name }))] },
  };
}

const of = (limit: number, used: number, what = 'container "app"') =>
  `attempting to set ${what} memory limit (${limit}) below current usage (${used})`;

it.each([
  ['more than the limit', blocked(of(100, 250)), [{ container: 'app', bytes: 250 }]],
  ['less, of some time ago', blocked(of(157286400, 53305344)), [{ container: 'app', bytes: 157286400 }]],
  ['of the pod as a whole', blocked(of(100, 250, 'pod')), [{ container: 'app', bytes: 250 }]],
  ['of one of two', blocked(of(100, 250), ['proxy']), [{ container: 'app', bytes: 100 }]],
  ['of two as a whole', blocked(of(100, 250, 'pod'), ['proxy']), []],
  ['of a container that is gone', blocked(of(100, 250, 'container "x"'), ['proxy']), []],
  ['another error', blocked('failed to resize'), []],
  ['none', pod('a'), []],
])('reads what was used from why a memory limit stays: %s', (_what, one, expected) => {
  expect(blockedUseOf(one)).toEqual(expected);
});

it('counts each text once', () => {
  const first = blocked(of(100, 250));
  expect(blockedUseOf(first, first)).toEqual([]);
  expect(blockedUseOf(blocked(of(100, 260)), first)).toEqual([{ container: 'app', bytes: 260 }]);
});

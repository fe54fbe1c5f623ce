import { expect, it } from 'vitest';
import { KubeError } from '../../kube/errors';
import type { CacheState } from '../../kube/watch-cache';
import { type ReadinessFacts, readinessOf } from './readiness';

const READY: ReadinessFacts = {
  isStopping: false,
  isConnected: true,
  rolesNotRunning: [],
  kinds: [{ kind: 'pods', state: { kind: 'synced', sinceMs: 1 }, seen: true }],
  rolesWaitFor: [],
};
const refusal = new KubeError('no', { kind: 'forbidden', status: 403, reason: 'Forbidden' });
const unseen = (state: CacheState) => ({ kinds: [{ kind: 'vpas', state, seen: false }] });

it('is ready once everything runs and is read', () => {
  expect(readinessOf(READY)).toEqual({ ready: true });
});

it.each<[string, Partial<ReadinessFacts>, string]>([
  ['it stops', { isStopping: true }, 'nothing: it stops'],
  ['it never reached the API server', { isConnected: false }, 'a first answer of the API server'],
  ['a role does not run', { rolesNotRunning: ['updater'] }, 'the start of the role updater'],
  ['a kind is being listed', unseen({ kind: 'listing' }), 'a first list of vpas'],
  [
    'a kind could never be read',
    unseen({ kind: 'failing', error: refusal, sinceMs: 1 }),
    'a first list of vpas',
  ],
  ['a role waits', { rolesWaitFor: ['a certificate'] }, 'a certificate'],
])('is not ready while %s', (_, facts, waitsFor) => {
  expect(readinessOf({ ...READY, ...facts })).toEqual({ ready: false, waitsFor: [waitsFor] });
});

it.each<[string, CacheState, boolean]>([
  ['a kind that was read cannot be watched any more', { kind: 'failing', error: refusal, sinceMs: 1 }, true],
  ['a kind is not installed', { kind: 'absent', sinceMs: 1 }, false],
  ['a kind may not be read', { kind: 'forbidden', error: refusal, sinceMs: 1 }, false],
])('is ready while %s', (_, state, seen) => {
  expect(readinessOf({ ...READY, kinds: [{ kind: 'vpas', state, seen }] })).toEqual({ ready: true });
});

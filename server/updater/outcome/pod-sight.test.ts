import { expect, it } from 'vitest';
import { NOW_MS, pod } from '@/tests/support/plan-input';
import { sightOf } from './pod-sight';

const resizing = (type: string, reason: string) =>
  pod('web-0', {
    conditions: [{ type, status: 'True', reason, lastTransitionTime: new Date(NOW_MS).toISOString() }],
  });

it.each([
  ['PodResizePending', 'Infeasible', true],
  ['PodResizePending', 'Deferred', false],
  ['PodResizeInProgress', 'Error', false],
])('a resize is refused for good if it is infeasible: %s, %s', (type, reason, expected) => {
  expect(sightOf(resizing(type, reason))).toMatchObject({ isResizeRefused: expected, isResizing: true });
});

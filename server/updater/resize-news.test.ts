import { expect, it } from 'vitest';
import { pod } from '@/tests/support/plan-input';
import { RAISES_NEXT_ANNOTATION, RESIZED_AT_ANNOTATION } from '../decide/pods/pod-annotations';
import { cannotWait } from './resize-news';

const OURS = { [RESIZED_AT_ANNOTATION]: '2026-08-01T11:00:00Z' };
const told = (type: string, reason: string, annotations: Record<string, string> = OURS) =>
  pod('a', { annotations, conditions: [{ type, status: 'True', reason }] });
const deferred = (annotations?: Record<string, string>) => told('PodResizePending', 'Deferred', annotations);
const quiet = (annotations: Record<string, string> = OURS) => pod('a', { annotations });

it.each([
  ['that it is deferred', quiet(), deferred(), true],
  ['that it fails', told('PodResizeInProgress', ''), told('PodResizeInProgress', 'Error'), true],
  ['that it is done', told('PodResizeInProgress', ''), quiet(), false],
  [
    'that it is done, and more follows',
    told('PodResizeInProgress', '', { ...OURS, [RAISES_NEXT_ANNOTATION]: 'app cpu' }),
    quiet({ ...OURS, [RAISES_NEXT_ANNOTATION]: 'app cpu' }),
    true,
  ],
  ['the same again', deferred(), deferred(), false],
  ['of a resize of others', quiet({}), deferred({}), false],
])('what a kubelet says of a resize: %s', (_what, former, now, expected) => {
  expect(cannotWait(former, now)).toBe(expected);
});

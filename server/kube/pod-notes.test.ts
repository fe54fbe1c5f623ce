import { expect, it } from 'vitest';
import type { Pod } from '../objects/types';
import { PodNotes } from './pod-notes';

const RESIZED = 'plumbline.dev/resized-at';
const [EARLY, LATE] = ['2026-03-02T00:00:00Z', '2026-03-02T01:00:00Z'];

function pod(resizedAt?: string, uid = 'u'): Pod {
  const entry = { manager: 'plumbline', operation: 'Update', subresource: 'resize', time: resizedAt ?? '' };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', uid, annotations: { mine: 'yes' }, ...(resizedAt && { managedFields: [entry] }) },
    spec: { containers: [] },
  };
}

it('shows a pod with what was noted of it, and no other', () => {
  const notes = new PodNotes();
  notes.note(pod(), { [RESIZED]: EARLY, before: '1' });
  expect(notes.on(pod()).metadata.annotations).toEqual({ mine: 'yes', [RESIZED]: EARLY, before: '1' });
  const other = pod(undefined, 'other');
  expect(notes.on(other)).toBe(other);
});

it('adds to what was noted before, and takes away', () => {
  const notes = new PodNotes();
  notes.note(pod(), { before: '1', mine: null });
  notes.note(pod(), { changes: '2' });
  expect(notes.on(pod()).metadata.annotations).toEqual({ before: '1', changes: '2' });
});

it('drops notes of a resize that another process made anew', () => {
  const notes = new PodNotes();
  notes.note(pod(), { [RESIZED]: EARLY, before: '1' });
  expect(notes.on(pod(EARLY)).metadata.annotations).toMatchObject({ before: '1' });
  const { annotations } = notes.on(pod(LATE)).metadata;
  expect(annotations).toEqual({ mine: 'yes', [RESIZED]: LATE, vpaInPlaceUpdated: 'true' });
});

it('drops notes of a resize that another process put back', () => {
  const notes = new PodNotes();
  notes.note(pod(), { [RESIZED]: EARLY, before: '1' });
  const back = pod(LATE);
  for (const entry of back.metadata.managedFields ?? []) entry.manager = 'plumbline-revert';
  expect(notes.on(back).metadata.annotations).toEqual({ mine: 'yes' });
});

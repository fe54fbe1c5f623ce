import { beforeEach, expect, it } from 'vitest';
import { notedOfAll, ofAllPods } from '@/tests/support/outcomes';
import { vpa as vpaOf } from '@/tests/support/plan-input';
import { type CompiledVpa, compileVpa } from '../../decide/pods/compiled-vpa';
import { OUTCOME_ANNOTATION, type OutcomeState, outcomesIn, SETTLED } from '../../decide/pods/outcome/state';
import { ALL_PODS } from '../../words/outcome-parts';
import { hasSpaceFor, OutcomeNotes } from './notes';

const undone = (times: number): OutcomeState => ({ undone: times });

let written: unknown[];
let notes: OutcomeNotes;

beforeEach(() => {
  written = [];
  notes = new OutcomeNotes({
    request: async <T>(_method: string, _path: string, options?: { body?: unknown }) => {
      written.push(options?.body);
      return {} as T;
    },
  });
});

/** The VPA as a watch shows it, with this text. */
function shown(text?: string): CompiledVpa {
  const vpa = vpaOf();
  if (text !== undefined) vpa.metadata.annotations = { [OUTCOME_ANNOTATION]: text };
  return compileVpa(vpa);
}

it('count as what is written before any watch shows it', async () => {
  notes.become(shown(), ALL_PODS, undone(1));
  await notes.write(shown());
  expect(notes.of(shown(), ALL_PODS)).toEqual(undone(1));
  expect(notes.of(shown(notedOfAll(undone(1))), ALL_PODS)).toEqual(undone(1));
  expect(written).toEqual([
    { metadata: { uid: 'uid-vpa', annotations: { [OUTCOME_ANNOTATION]: '{"undone":1}' } } },
  ]);
});

it('are written once, and again only after they changed', async () => {
  notes.become(shown(), ALL_PODS, undone(1));
  await notes.write(shown());
  await notes.write(shown());
  notes.become(shown(), ALL_PODS, undone(2));
  await notes.write(shown());
  expect(written).toHaveLength(2);
});

it('give way to what anyone else writes', async () => {
  notes.become(shown(), ALL_PODS, undone(1));
  await notes.write(shown());
  expect(notes.of(shown('{"undone":7}'), ALL_PODS)).toEqual(undone(7));
});

it('give way to a person who writes what was there once', async () => {
  const states = [undone(1), undone(2)];
  for (const state of states) {
    notes.become(shown(), ALL_PODS, state);
    await notes.write(shown());
  }
  expect(notes.of(shown(notedOfAll(undone(2))), ALL_PODS)).toEqual(undone(2));
  expect(notes.of(shown(notedOfAll(undone(1))), ALL_PODS)).toEqual(undone(1));
  expect(notes.of(shown(), ALL_PODS)).toEqual(SETTLED);
});

it('stay known here however often they cannot be written', async () => {
  const refused = new OutcomeNotes({ request: () => Promise.reject(new Error('refused')) });
  for (let times = 1; times <= 20; times++) {
    refused.become(shown(), ALL_PODS, undone(times));
    await refused.write(shown()).catch(() => undefined);
    expect(refused.of(shown(), ALL_PODS)).toEqual(undone(times));
  }
});

it('are removed where nothing is left to note', async () => {
  notes.become(shown(notedOfAll(undone(1))), ALL_PODS, SETTLED);
  await notes.write(shown());
  expect(written).toEqual([{ metadata: { uid: 'uid-vpa', annotations: { [OUTCOME_ANNOTATION]: null } } }]);
});

it('are of each part of the pods by itself', async () => {
  const both = new Map([
    [ALL_PODS, undone(1)],
    ['apps/Deployment/web', undone(2)],
  ]);
  for (const [part, state] of both) notes.become(shown(), part, state);
  await notes.write(shown());
  const text = (written[0] as { metadata: { annotations: Record<string, string> } }).metadata.annotations[
    OUTCOME_ANNOTATION
  ];
  expect(outcomesIn(text)).toEqual(both);
  notes.become(shown(text), 'apps/Deployment/web', SETTLED);
  expect(notes.allOf(shown(text))).toEqual(ofAllPods(undone(1)));
});

it('have room for one more part only while what is held can still be written', () => {
  const parts = (count: number) =>
    new Map(
      Array.from({ length: count }, (_, index) => [`apps/Deployment/${'x'.repeat(200)}${index}`, undone(1)]),
    );
  expect(hasSpaceFor(parts(100), 'apps/Deployment/web', undone(1))).toBe(true);
  expect(hasSpaceFor(parts(300), 'apps/Deployment/web', undone(1))).toBe(false);
  expect(hasSpaceFor(new Map(), 'apps/Deployment/web', undone(1))).toBe(true);
});

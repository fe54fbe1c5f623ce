import { beforeEach, expect, it } from 'vitest';
import { vpa as vpaOf } from '@/tests/support/plan-input';
import { type CompiledVpa, compileVpa } from '../../policy/compiled-vpa';
import { OUTCOME_ANNOTATION, type OutcomeState, outcomeText, SETTLED } from '../../policy/outcome/state';
import { OutcomeNotes } from './notes';

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
  notes.become(shown(), undone(1));
  await notes.write(shown());
  expect(notes.of(shown())).toEqual(undone(1));
  expect(notes.of(shown(outcomeText(undone(1))))).toEqual(undone(1));
  expect(written).toEqual([
    { metadata: { uid: 'uid-vpa', annotations: { [OUTCOME_ANNOTATION]: '{"undone":1}' } } },
  ]);
});

it('are written once, and again only after they changed', async () => {
  notes.become(shown(), undone(1));
  await notes.write(shown());
  await notes.write(shown());
  notes.become(shown(), undone(2));
  await notes.write(shown());
  expect(written).toHaveLength(2);
});

it('give way to what anyone else writes', async () => {
  notes.become(shown(), undone(1));
  await notes.write(shown());
  expect(notes.of(shown('{"undone":7}'))).toEqual(undone(7));
});

it('give way to a person who writes what was there once', async () => {
  const states = [undone(1), undone(2)];
  for (const state of states) {
    notes.become(shown(), state);
    await notes.write(shown());
  }
  expect(notes.of(shown(outcomeText(undone(2))))).toEqual(undone(2));
  expect(notes.of(shown(outcomeText(undone(1))))).toEqual(undone(1));
  expect(notes.of(shown())).toEqual(SETTLED);
});

it('are removed where nothing is left to note', async () => {
  notes.become(shown(outcomeText(undone(1))), SETTLED);
  await notes.write(shown());
  expect(written).toEqual([{ metadata: { uid: 'uid-vpa', annotations: { [OUTCOME_ANNOTATION]: null } } }]);
});

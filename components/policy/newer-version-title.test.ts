import { expect, it } from 'vitest';
import { newerVersionTitle } from './newer-version-title';

const memory = { field: 'minAllowed.memory of app', from: '50Mi', to: '100Mi' };

it.each([
  ['ada', [memory], true, 'ada changed minAllowed.memory of app to 100Mi. Keep your edits on top of it?'],
  [undefined, [memory], false, 'Someone changed minAllowed.memory of app to 100Mi.'],
  ['local', [memory, memory], false, 'An unnamed user (no login configured) changed 2 fields.'],
  ['kubectl-edit', [], true, 'kubectl-edit changed this VPA. Keep your edits on top of it?'],
])('says that %s changed something meanwhile', (author, changes, edited, title) => {
  expect(newerVersionTitle(author, changes, edited)).toBe(title);
});

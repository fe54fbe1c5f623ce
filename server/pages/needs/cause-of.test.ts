import { expect, it } from 'vitest';
import type { Cap, ContainerView } from '../../contract/recommendations';
import type { MovedByUs } from '../../decide/pods/moved-by-us';
import { CAUSES } from '../../words/causes';
import { causeOfCap, causeOfExcess, causeOfKills, causeOfLack, causeOfLoop } from './cause-of';

const CAPS: Cap['by'][] = ['policy', 'limit-range', 'limit', 'pod', 'setting', 'largest-node', 'room-now'];
const SUMMARY = { updateMode: 'Recreate', requestsBy: 'us' } as const;
const viewOf = (movedByUs: MovedByUs): ContainerView => ({
  name: 'app',
  off: false,
  cpu: { movedByUs },
  memory: { movedByUs },
  confidence: 1,
  samples: 1,
});
const saidOf = (moved: MovedByUs): string[] => {
  const view = viewOf(moved);
  return [
    ...CAPS.map((by) => causeOfCap(by, moved)),
    ...[undefined, ...CAPS].map((by) => causeOfLoop(by, view, SUMMARY)),
    causeOfExcess(view, 'cpu', SUMMARY),
    causeOfLack(view, 'memory', SUMMARY),
    causeOfKills(view, SUMMARY),
  ].map((code) => CAUSES[code].says);
};

it.each(['raised', 'lowered', 'both'] as const)('never clears Plumbline of what it has %s', (moved) => {
  expect(saidOf(moved).filter((said) => said.includes('did not cause'))).toEqual([]);
});

it('suspects it of nothing that the pods have from their template', () => {
  expect(saidOf('none').filter((said) => said.includes('may have a part'))).toEqual([]);
});

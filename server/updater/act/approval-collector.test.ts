import { expect, it } from 'vitest';
import { pod } from '@/tests/support/plan-input';
import type { ChangeDecision } from '../../decide/features/approvals/decisions';
import { EVERY_CHANGE } from '../../decide/features/approvals/rules';
import type { Amounts } from '../../objects/units';
import { collectable, isCarriedOut } from './approval-collector';

const HOUR_MS = 3_600_000;
const NOW_MS = 1000 * HOUR_MS;

function made(hoursAgo: number, more: Partial<ChangeDecision> = {}): ChangeDecision {
  return {
    name: `${more.decision ?? 'Approved'}-${hoursAgo}`,
    vpa: 'web',
    decision: 'Approved',
    targets: new Map([['app', { cpu: 100 } as Amounts]]),
    madeMs: NOW_MS - hoursAgo * HOUR_MS,
    ...more,
  };
}
const namesOf = (decisions: ChangeDecision[], isDone = false) =>
  collectable(decisions, EVERY_CHANGE, () => isDone, NOW_MS).map(({ name }) => name);

it('collects decisions a day after they expired', () => {
  const early = { expiresMs: NOW_MS - 25 * HOUR_MS };
  expect(namesOf([made(1), made(7 * 24), made(30, { expiresMs: NOW_MS - HOUR_MS })])).toEqual([]);
  expect(namesOf([made(1), made(30, early)])).toEqual(['Approved-30']);
  expect(namesOf([made(8 * 24)])).toEqual(['Approved-192']);
});

it('collects approvals a day after they were made, once they are carried out', () => {
  expect(namesOf([made(23)], true)).toEqual([]);
  expect(namesOf([made(25)], true)).toEqual(['Approved-25']);
});

it('collects what a rejection took back before the rejection, and neither out of order', () => {
  const no = made(30, { decision: 'Rejected' });
  expect(namesOf([no, made(40)])).toEqual(['Approved-40']);
  const late = made(10, { decision: 'Rejected', expiresMs: NOW_MS - 9 * HOUR_MS });
  expect(namesOf([late, made(40)])).toEqual([]);
});

it('keeps at most twenty of a VPA', () => {
  const many = Array.from({ length: 25 }, (_, index) => made(index / 10));
  expect(namesOf(many)).toEqual([
    'Approved-2.4',
    'Approved-2.3',
    'Approved-2.2',
    'Approved-2.1',
    'Approved-2',
  ]);
});

it('knows by most pods whether an approval is carried out', () => {
  const pods = (...amounts: string[]) => ({
    pods: amounts.map((cpu, index) => pod(`p${index}`, { requests: { cpu } })),
  });
  expect(isCarriedOut(made(1), pods('100m', '100m', '50m'))).toBe(true);
  expect(isCarriedOut(made(1), pods('50m', '50m', '100m'))).toBe(false);
  expect(isCarriedOut(made(1), pods())).toBe(false);
});

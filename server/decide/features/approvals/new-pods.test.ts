import { expect, it } from 'vitest';
import type { Amounts } from '../../../objects/units';
import { compileRecommendation } from '../../pods/compiled-vpa';
import { asApproved, readUnapproved, UNAPPROVED_REQUESTS_ANNOTATION, unapprovedText } from './new-pods';
import { EVERY_CHANGE, readRules } from './rules';

const NOW_MS = Date.parse('2026-08-01T12:00:00Z');
const recommended = (cpu: string, memory: string) =>
  compileRecommendation({ containerRecommendations: [{ containerName: 'app', target: { cpu, memory } }] });
const held = new Map([['app', { cpu: 100, memory: 100 } as Amounts]]);
const approved = (cpu: number) => ({
  name: 'a',
  vpa: 'web',
  decision: 'Approved' as const,
  targets: new Map([['app', { cpu } as Amounts]]),
  madeMs: NOW_MS - 1000,
});

it.each([
  ['what running pods have', [], 100],
  ['what was approved', [approved(200)], 200],
  ['what running pods have, once the target went further', [approved(150)], 100],
])('gives new pods %s', (_what, decisions, cpu) => {
  const given = asApproved(recommended('200m', '100'), { rules: EVERY_CHANGE, decisions }, held, NOW_MS);
  expect(given?.get('app')?.target).toEqual({ cpu, memory: 100 });
});

it('gives them at once what needs no approval', () => {
  const { rules = EVERY_CHANGE } = readRules('growing: {cpu: 50%}');
  const given = asApproved(recommended('140m', '900'), { rules, decisions: [] }, held, NOW_MS);
  expect(given?.get('app')?.target).toEqual({ cpu: 140, memory: 900 });
});

it('leaves as stated what nothing is known of', () => {
  const given = asApproved(
    recommended('200m', '200'),
    { rules: EVERY_CHANGE, decisions: [] },
    new Map(),
    NOW_MS,
  );
  expect(given?.get('app')?.target).toEqual({});
});

it('reads what it wrote, and nothing of what it did not write', () => {
  const noted = (text: string | null) =>
    readUnapproved({
      metadata: { name: 'web', annotations: { [UNAPPROVED_REQUESTS_ANNOTATION]: text ?? '' } },
    });
  expect(noted(unapprovedText(held))).toEqual(held);
  for (const odd of ['', '[]x', '{"app": {"cpu": -1}}', '{"app": 7}', 'null'])
    expect(noted(odd).size).toBe(0);
  expect(unapprovedText(new Map())).toBeNull();
});

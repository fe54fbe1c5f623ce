import fc from 'fast-check';
import { expect, it } from 'vitest';
import { APPROVALS_ANNOTATION, approvalsOf, EVERY_CHANGE, readRules } from './rules';

const DAY_MS = 86_400_000;
const none = { cpu: undefined, memory: undefined, 'ephemeral-storage': undefined };
const all = { cpu: { share: 0 }, memory: { share: 0 }, 'ephemeral-storage': { share: 0 } };

it.each([
  ['', undefined],
  ['never', undefined],
  ['always', EVERY_CHANGE],
  ['{}', EVERY_CHANGE],
  ['expiresAfter: 24h', { ...EVERY_CHANGE, expiresAfterMs: DAY_MS }],
  ['growing: always', { ...EVERY_CHANGE, growing: all, shrinking: none }],
  [
    '{"growing": "50%"}',
    {
      growing: { cpu: { share: 0.5 }, memory: { share: 0.5 }, 'ephemeral-storage': { share: 0.5 } },
      shrinking: none,
    },
  ],
  [
    'growing: {cpu: 500m, memory: 1Gi}\nshrinking: never\nexempt: [oom]',
    {
      growing: { cpu: { amount: 500 }, memory: { amount: 2 ** 30 }, 'ephemeral-storage': undefined },
      shrinking: none,
      exempt: ['oom'],
    },
  ],
  ['growing: {cpu: 2}', { growing: { ...none, cpu: { amount: 2000 } } }],
])('reads %s', (text, rules) => {
  const reading = readRules(text);
  expect(reading.fault).toBeUndefined();
  if (rules === undefined) expect(reading).toEqual({});
  else expect(reading.rules).toMatchObject(rules);
});

it.each([
  ['sometimes', /always, never/],
  ['[always]', /always, never/],
  ['growing: 500m', /^growing takes always, never or a share/],
  ['growing: {cpu: lots}', /growing.cpu takes always.*500m/],
  ['growing: {cpu: 0}', /growing.cpu takes/],
  ['growing: {gpu: 1}', /growing.*gpu/],
  ['growing: {}', /growing names no resource/],
  ['growing: -5%', /growing takes/],
  ['grows: always', /grows/],
  ['expiresAfter: soon', /expiresAfter must be a duration/],
  ['expiresAfter: 1s', /expiresAfter must be from 1m to 365d/],
  ['expiresAfter: 24', /expiresAfter must be a duration/],
  ['exempt: [crash]', /exempt.0 takes oom/],
  ['{"growing": ', /neither JSON nor YAML/],
  ['a: &a [x]\nb: *a', /neither JSON nor YAML|a/],
  ['x'.repeat(5000), /longer than 4096/],
])('lets every change wait while %s cannot be read, and says why', (text, why) => {
  const { rules, fault } = readRules(text);
  expect(rules).toBe(EVERY_CHANGE);
  expect(fault).toMatch(why);
});

it('takes the annotation before the setting', () => {
  const vpa = (text?: string) => ({
    metadata: { name: 'web', ...(text !== undefined && { annotations: { [APPROVALS_ANNOTATION]: text } }) },
  });
  expect(approvalsOf(vpa(), 'always').rules).toBe(EVERY_CHANGE);
  expect(approvalsOf(vpa('never'), 'always')).toEqual({});
  expect(approvalsOf(vpa('always'), '').rules).toBe(EVERY_CHANGE);
});

it('either reads a text or lets everything wait', () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom('growing: 1e9%', '!!js/function x', '{growing: null}'),
  );
  fc.assert(
    fc.property(text, (any) => {
      const { rules, fault } = readRules(any);
      return fault === undefined || rules === EVERY_CHANGE;
    }),
  );
});

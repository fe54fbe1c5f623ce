import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import type { Amounts } from '../../../objects/units';
import { byAge, type ChangeDecision, inForce, readDecision } from './decisions';
import {
  type ApprovalChange,
  asFarAsApproved,
  covers,
  judgeChange,
  requiring,
  SLACK,
  stepTowards,
} from './judge';
import { type ApprovalRules, EVERY_CHANGE, readRules } from './rules';

const NOW_MS = Date.parse('2026-08-01T12:00:00Z');
const HOUR_MS = 3_600_000;

function rules(text: string): ApprovalRules {
  return readRules(text).rules as ApprovalRules;
}

function change(from: object, to: object, limits: object = {}) {
  return { container: 'app', from: from as Amounts, to: to as Amounts, limits };
}

function decided(cpu: number, more: Partial<ChangeDecision> = {}): ChangeDecision {
  return {
    name: `d${cpu}`,
    vpa: 'web',
    decision: 'Approved',
    targets: new Map([['app', { cpu } as Amounts]]),
    madeMs: NOW_MS - HOUR_MS,
    ...more,
  };
}
const rejected = (cpu: number, more: Partial<ChangeDecision> = {}) =>
  decided(cpu, { decision: 'Rejected', name: `r${cpu}`, ...more });

function verdict(from: number, to: number, decisions: ChangeDecision[], text = 'always'): string {
  const sorted = [...decisions].sort(byAge);
  return judgeChange({ rules: rules(text), decisions: sorted }, [change({ cpu: from }, { cpu: to })], NOW_MS)
    .kind;
}

describe('what must be approved', () => {
  it.each([
    ['always', 100, 101, true],
    ['always', 101, 100, true],
    ['growing: always', 100, 50, false],
    ['growing: always', 50, 100, true],
    ['growing: 50%', 100, 150, false],
    ['growing: 50%', 100, 151, true],
    ['shrinking: {cpu: 100m}', 300, 200, false],
    ['shrinking: {cpu: 100m}', 300, 199, true],
    ['growing: {memory: always}', 50, 100, false],
  ])('by %s, of %d → %d: %s', (text, from, to, isRequired) => {
    expect(requiring(rules(text), [change({ cpu: from }, { cpu: to })]).length > 0).toBe(isRequired);
  });

  it('counts a request that was not stated as growing', () => {
    expect(requiring(rules('growing: 500%'), [change({}, { cpu: 1 })])).toEqual([
      { container: 'app', resource: 'cpu', to: 1 },
    ]);
  });

  it('counts a change of a limit alone where every change counts', () => {
    const limits = [change({ cpu: 100 }, {}, { cpu: 500 })];
    expect(requiring(EVERY_CHANGE, limits)).toEqual([
      { container: 'app', resource: 'cpu', from: 100, to: 100, limit: { to: 500 } },
    ]);
    expect(requiring(rules('growing: 10%'), limits)).toEqual([]);
  });

  it('counts storage as it does memory', () => {
    expect(requiring(EVERY_CHANGE, [change({}, { 'ephemeral-storage': 5 })])).toHaveLength(1);
  });
});

describe('what an approval lets pass', () => {
  it.each([
    ['nothing without one', 100, 200, [], 'awaits'],
    ['what was approved', 100, 200, [decided(200)], 'passes'],
    ['less growth than approved', 100, 150, [decided(200)], 'passes'],
    ['hardly more growth', 100, 209, [decided(200)], 'passes'],
    ['no further growth', 100, 211, [decided(200)], 'awaits'],
    ['less shrinking than approved', 200, 150, [decided(100)], 'passes'],
    ['no further shrinking', 200, 94, [decided(100)], 'awaits'],
    ['no growth by an approval to shrink', 200, 300, [decided(100)], 'awaits'],
    ['no shrinking by an approval to grow', 200, 100, [decided(400)], 'awaits'],
    ['nothing once it expired', 100, 200, [decided(200, { expiresMs: NOW_MS })], 'awaits'],
    ['nothing after a week', 100, 200, [decided(200, { madeMs: NOW_MS - 169 * HOUR_MS })], 'awaits'],
    ['not what was rejected', 100, 200, [rejected(200)], 'rejected'],
    ['nothing else after a rejection either', 100, 300, [rejected(200)], 'awaits'],
    ['again once the rejection expired', 100, 200, [rejected(200, { expiresMs: NOW_MS })], 'awaits'],
    [
      'what was approved after a rejection',
      100,
      200,
      [rejected(200, { madeMs: NOW_MS - 2 * HOUR_MS }), decided(200)],
      'passes',
    ],
    [
      'not what was rejected after an approval',
      100,
      200,
      [decided(200), rejected(200, { madeMs: NOW_MS - 1 })],
      'rejected',
    ],
    [
      'nothing that was approved before a rejection',
      100,
      150,
      [decided(200), rejected(200, { madeMs: NOW_MS - 1 })],
      'awaits',
    ],
    ['nothing of both in one second', 100, 200, [decided(200), rejected(200)], 'rejected'],
  ] as const)('%s', (_what, from, to, decisions, kind) => {
    expect(verdict(from, to, [...decisions])).toBe(kind);
  });

  it('expires as the VPA says, whatever the approval says', () => {
    const late = decided(200, { expiresMs: NOW_MS + 365 * 24 * HOUR_MS });
    expect(verdict(100, 200, [late], 'expiresAfter: 2h')).toBe('passes');
    expect(verdict(100, 200, [late], 'expiresAfter: 30m')).toBe('awaits');
  });

  it('lets a pod change only as a whole', () => {
    const changes = [change({ cpu: 100, memory: 100 }, { cpu: 200, memory: 300 })];
    const facts = { rules: EVERY_CHANGE, decisions: [decided(200)] };
    expect(judgeChange(facts, changes, NOW_MS)).toMatchObject({
      kind: 'awaits',
      changes: [{ resource: 'memory', from: 100, to: 300 }],
    });
  });
});

it('never lets pass what nobody approved', () => {
  const amount = fc.integer({ min: 0, max: 4000 });
  const decision = fc.record({
    name: fc.uuid(),
    vpa: fc.constant('web'),
    decision: fc.constantFrom('Approved', 'Rejected'),
    targets: fc
      .dictionary(
        fc.constantFrom('app', 'log'),
        fc.record({ cpu: amount, memory: amount }, { requiredKeys: [] }),
      )
      .map((targets) => new Map(Object.entries(targets))),
    madeMs: fc.integer({ min: NOW_MS - 10 * 24 * HOUR_MS, max: NOW_MS }),
    expiresMs: fc.option(fc.integer({ min: NOW_MS - HOUR_MS, max: NOW_MS + HOUR_MS }), { nil: undefined }),
  }) as fc.Arbitrary<ChangeDecision>;
  const amounts = fc.record({ cpu: amount, memory: amount }, { requiredKeys: [] });
  const changed = fc.record({
    container: fc.constantFrom('app', 'log', 'new'),
    from: amounts,
    to: amounts,
    limits: amounts,
  });
  const text = fc.constantFrom('always', 'growing: 20%', 'shrinking: {cpu: 100m}', 'growing: always');
  fc.assert(
    fc.property(
      text,
      fc.array(changed, { maxLength: 3 }),
      fc.array(decision, { maxLength: 4 }),
      (of, raw, some) => {
        const decisions = [...some].sort(byAge);
        const changes = raw as never as Parameters<typeof requiring>[1];
        const facts = { rules: rules(of), decisions };
        if (judgeChange(facts, changes, NOW_MS).kind !== 'passes') return true;
        const newestRejectionMs = Math.max(
          -1,
          ...decisions.filter((one) => one.decision === 'Rejected').map((one) => one.madeMs),
        );
        return requiring(facts.rules, changes).every(
          ({ container, resource, from = 0, to }: ApprovalChange) =>
            decisions.some((one) => {
              const approved = one.targets.get(container)?.[resource];
              const isLive =
                NOW_MS < Math.min(one.expiresMs ?? Infinity, one.madeMs + facts.rules.expiresAfterMs);
              if (
                approved === undefined ||
                one.decision !== 'Approved' ||
                !isLive ||
                one.madeMs <= newestRejectionMs
              )
                return false;
              return to >= from ? to <= approved * (1 + SLACK) : to >= approved * (1 - SLACK);
            }),
        );
      },
    ),
    { numRuns: runs(1000) },
  );
});

describe('how far a change may go, of 100m, by an approval', () => {
  it.each([
    ['to its target, which is what was approved', 200, 200, 200],
    ['to its target, a little beyond', 200, 210, 210],
    ['to its target, short of it', 200, 150, 150],
    ['to what was approved, once the target has gone further', 200, 900, 200],
    ['to what was approved, once the target has shrunk further', 50, 10, 50],
    ['not at all, if the target went the other way', 200, 50, undefined],
    ['not at all, where that is what it has already', 104, 900, undefined],
  ])('%s', (_how, approved, to, step) => {
    const one: ApprovalChange = { container: 'app', resource: 'cpu', from: 100, to };
    expect(stepTowards(decided(approved), one)).toBe(step);
    const asFar = (decisions: ChangeDecision[]) =>
      asFarAsApproved({ rules: EVERY_CHANGE, decisions: decisions.sort(byAge) }, one, NOW_MS);
    // What may not begin is asked for whole.
    expect(asFar([decided(approved)])).toBe(step ?? to);
    expect(asFar([decided(approved), rejected(to, { madeMs: NOW_MS })]), 'taken back').toBe(to);
  });

  it('goes by the furthest of several', () => {
    const decisions = [decided(200), decided(400), decided(300)];
    const one: ApprovalChange = { container: 'app', resource: 'cpu', from: 100, to: 900 };
    expect(asFarAsApproved({ rules: EVERY_CHANGE, decisions }, one, NOW_MS)).toBe(400);
  });
});

it('covers every amount on the way to what was approved', () => {
  const amount = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(amount, amount, fc.double({ min: 0, max: 1, noNaN: true }), (from, approved, way) => {
      const to = Math.round(from + (approved - from) * way);
      return to === from || covers(decided(approved), { container: 'app', resource: 'cpu', from, to });
    }),
  );
});

it('takes back with a rejection all that was approved before it', () => {
  const one = decided(200);
  const no = rejected(300, { madeMs: NOW_MS - 1 });
  expect(inForce([no, one], EVERY_CHANGE, NOW_MS)).toEqual({ approvals: [], rejection: no });
  expect(inForce([{ ...no, expiresMs: NOW_MS - 1 }, one], EVERY_CHANGE, NOW_MS)).toEqual({ approvals: [] });
});

describe('a ChangeApproval', () => {
  const object = (spec: object) => ({
    apiVersion: 'plumbline.dev/v1alpha1',
    kind: 'ChangeApproval',
    metadata: {
      name: 'a',
      creationTimestamp: '2026-08-01T11:00:00Z',
      managedFields: [{ manager: 'kubectl-create' }],
    },
    spec: {
      vpa: 'web',
      decision: 'Approved',
      containers: [{ name: 'app', target: { cpu: '200m', memory: '1Gi' } }],
      ...spec,
    },
  });

  it('is read with its amounts and who made it', () => {
    expect(
      readDecision(object({ reason: 'fine', by: 'ann', expiresAt: '2026-08-02T11:00:00Z' }) as never),
    ).toEqual({
      name: 'a',
      vpa: 'web',
      decision: 'Approved',
      targets: new Map([['app', { cpu: 200, memory: 2 ** 30 }]]),
      reason: 'fine',
      by: 'ann',
      manager: 'kubectl-create',
      madeMs: NOW_MS - HOUR_MS,
      expiresMs: NOW_MS + 23 * HOUR_MS,
    });
  });

  it.each([
    [{ decision: 'Maybe' }, /decision/],
    [{ vpa: '' }, /vpa/],
    [{ containers: undefined }, /containers/],
    [{ containers: [{ name: 'app', target: { cpu: 'lots' } }] }, /containers\[0\].target.cpu/],
    [{ containers: [{}] }, /containers\[0\].name/],
    [{ expiresAt: 'soon' }, /expiresAt/],
  ])('is refused with %j', (spec, why) => {
    expect(() => readDecision(object(spec) as never)).toThrow(why);
  });
});

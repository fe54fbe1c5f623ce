import { describe, expect, it } from 'vitest';
import { decisions, NOW_MS, planned, pod, vpa, workload } from '@/tests/support/plan-input';
import { decideNewPod } from '../../new/new-pod';
import { compileVpa } from '../../pods/compiled-vpa';
import { NO_LIMITS } from '../../pods/limit-bounds';
import { firstChangeEdit } from './edit';
import { FIRST_CHANGE_ANNOTATION, firstChangeFaults, isBeforeFirstChange } from './first-change';

const HOUR_MS = 3_600_000;

/** Created so long ago. */
function stating(text: string | undefined, ageMs = HOUR_MS) {
  const plain = vpa();
  const annotations = text === undefined ? undefined : { [FIRST_CHANGE_ANNOTATION]: text };
  const creationTimestamp = new Date(NOW_MS - ageMs).toISOString();
  return { ...plain, metadata: { ...plain.metadata, creationTimestamp, annotations } };
}

describe('the time before the first change', () => {
  it.each<[string | undefined, number, boolean]>([
    [undefined, HOUR_MS, false],
    ['24h', HOUR_MS, true],
    [' 1h30m ', HOUR_MS, true],
    ['1h', HOUR_MS, false],
    ['1h', HOUR_MS - 1, true],
    ['0s', 0, false],
    ['90d', 89 * 24 * HOUR_MS, true],
    ['tomorrow', 400 * 24 * HOUR_MS, true],
    ['', HOUR_MS, true],
  ])('with %s, %i ms after the VPA was created, is not over: %s', (text, ageMs, isBefore) => {
    expect(isBeforeFirstChange(stating(text, ageMs), NOW_MS)).toBe(isBefore);
  });

  it('does not begin before the VPA is created', () => {
    const { creationTimestamp: _none, ...metadata } = stating('24h').metadata;
    expect(isBeforeFirstChange({ metadata }, NOW_MS)).toBe(false);
  });

  it.each(['tomorrow', '', '24', '91d', '1'.repeat(10_000), '-1h'])('takes no %s', (text) => {
    expect(firstChangeFaults(stating(text))).toHaveLength(1);
    expect(firstChangeEdit.faults(stating(undefined), { firstChangeAfter: text }, {} as never)).toEqual([
      { field: 'firstChangeAfter', message: expect.stringMatching(/duration|longer than 90d/) },
    ]);
  });

  it('holds running pods back and says until when; a kill is no exemption', () => {
    const untilMs = NOW_MS + 23 * HOUR_MS;
    const killed = { requests: { cpu: '100m', memory: '180Mi' }, killedAfterMs: 60_000 };
    for (const first of [{}, killed]) {
      const [plan] = planned(workload([pod('a', first), pod('b')], stating('24h')));
      expect(plan).toMatchObject({ decision: 'wait', notBeforeMs: untilMs, awaits: [] });
      expect(plan?.reasons).toContainEqual({ code: 'before-first-change', after: '24h', untilMs });
    }
    expect(decisions(workload([pod('a'), pod('b')], stating('1h')))[0]).toMatch(/^evict/);
    const [plan] = planned(workload([pod('a'), pod('b')], stating('tomorrow', 400 * 24 * HOUR_MS)));
    expect(plan).toMatchObject({ decision: 'wait', awaits: ['first-change-corrected'] });
  });

  it('leaves new pods as they state until it is over', () => {
    const made = (nowMs: number) =>
      decideNewPod(pod('a'), {
        vpa: compileVpa(stating('24h')),
        recommended: compileVpa(stating('24h')).recommendation,
        hpas: [],
        limits: NO_LIMITS,
        options: { startupBoost: true },
        nowMs,
      });
    const young = made(NOW_MS);
    expect(young.decision).toMatchObject({ kind: 'unchanged', reason: 'before-first-change' });
    expect(young.left().map(({ reason }) => reason)).toEqual(['before-first-change', 'before-first-change']);
    expect(made(NOW_MS + 23 * HOUR_MS).decision.kind).toBe('patched');
  });
});

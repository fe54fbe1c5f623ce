import { describe, expect, it } from 'vitest';
import {
  decisions,
  input,
  NOW_MS,
  type PodOptions,
  planned,
  pod,
  type VpaOptions,
  vpa,
  workload,
} from '../../../../tests/support/plan-input';
import { reasonText } from '../../../words/reasons';
import { Planner } from '../plan';

const HOUR_MS = 3_600_000;
const RIGHT = { cpu: '200m', memory: '200Mi' };
/** It is Saturday, 1 August 2026, 12:00 UTC, 14:00 in Berlin. */
const NIGHTS = 'timeZone: Europe/Berlin\nwindows: [{from: "22:00", for: 8h}]';
const NOON = 'windows: [{from: "11:00", for: 2h}]';

function withCalendar(calendar?: string, options: VpaOptions = {}) {
  const object = vpa(options);
  const annotations = calendar === undefined ? undefined : { 'plumbline.dev/calendar': calendar };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** A pod of two that is due, the other as it should be. */
function due(calendar?: string, first: PodOptions = {}, options: VpaOptions = {}) {
  return workload([pod('a', first), pod('b', { requests: RIGHT })], withCalendar(calendar, options));
}

describe('outside of its windows', () => {
  it('a pod waits until they open, and is told when', () => {
    const [plan] = planned(due(NIGHTS));
    const opensMs = Date.parse('2026-08-01T20:00:00Z');
    expect(plan).toMatchObject({ name: 'a', decision: 'wait', notBeforeMs: opensMs, awaits: [] });
    const reason = plan?.reasons.at(-1);
    expect(reason).toEqual({ code: 'outside-window', from: 'vpa', opensMs, timeZone: 'Europe/Berlin' });
    expect(reason && reasonText(reason, NOW_MS)).toBe(
      'The calendar allows no change now: the calendar of the VPA opens in 8 h, Sat 1 Aug 2026, 22:00 Europe/Berlin.',
    );
  });

  it('resizes in place wait too', () => {
    const inPlace = { updatePolicy: { updateMode: 'InPlace' as const } };
    expect(decisions(due(NIGHTS, {}, inPlace))[0]).toMatch(/^wait: .*outside-window$/);
  });

  it.each([
    ['oom', {}, { killedAfterMs: 60_000 }, 'evict'],
    ['oom', {}, {}, 'wait'],
    ['in-place', { updatePolicy: { updateMode: 'InPlaceOrRecreate' as const } }, {}, 'resize'],
    ['in-place', {}, {}, 'wait'],
  ])('what it exempts goes on: %s, %o, %o', (exempt, options, first, decision) => {
    const one = due(
      `${NIGHTS}\nexempt: [${exempt}]`,
      { requests: { cpu: '100m', memory: '180Mi' }, ...first },
      options,
    );
    expect(planned(one)[0]?.decision).toBe(decision);
  });

  it('a calendar that cannot be read opens never, and says why', () => {
    const [plan] = planned(due('timeZone: Mars\nwindows: [{from: "22:00", for: 8h}]'));
    expect(plan).toMatchObject({ decision: 'wait', awaits: ['calendar-corrected'] });
    expect(plan?.notBeforeMs).toBeUndefined();
    expect(plan?.reasons.at(-1)).toMatchObject({
      code: 'outside-window',
      fault: expect.stringContaining('timeZone: "Mars" is no time zone'),
    });
  });

  it('one that never opens waits for its correction', () => {
    const [plan] = planned(due(`${NOON}\nblackouts: [{from: "00:00", to: "24:00"}]`));
    expect(plan).toMatchObject({ decision: 'wait', awaits: ['calendar-corrected'] });
    expect(plan?.reasons.at(-1)).toEqual({ code: 'outside-window', from: 'vpa' });
  });
});

describe('within its windows', () => {
  it('a pod is changed', () => {
    expect(planned(due(NOON))[0]?.decision).toBe('evict');
  });

  it('the calendar of the cluster counts for VPAs without their own', () => {
    const settings = { calendar: NIGHTS };
    expect(planned(due(), { settings })[0]).toMatchObject({
      reasons: expect.arrayContaining([
        { code: 'outside-window', from: 'cluster', opensMs: expect.any(Number), timeZone: 'Europe/Berlin' },
      ]),
    });
    expect(planned(due(NOON), { settings })[0]?.decision).toBe('evict');
    expect(planned(due('always'), { settings })[0]?.decision).toBe('evict');
  });

  it('a plan is made anew once they close, and once they open', () => {
    const planner = new Planner();
    const one = due(NOON);
    const at = (nowMs: number) => planner.plan({ ...input([one]), nowMs }).vpas[0]?.pods[0];
    expect(at(NOW_MS)?.decision).toBe('evict');
    expect(at(NOW_MS + HOUR_MS)).toMatchObject({ decision: 'wait', notBeforeMs: NOW_MS + 23 * HOUR_MS });
    expect(at(NOW_MS + 23 * HOUR_MS)?.decision).toBe('evict');
  });
});

import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../config';
import { ActionLimits } from './action-limits';

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-08-01T12:00:00Z');
const limits = (settings: object) =>
  new ActionLimits(defaultConfig(settings), { nowMs: START_MS, clockSpeed: 1 });

describe('warming up after a start', () => {
  const settings = { warmUpMs: 10 * MINUTE_MS, warmUpRatePerMinute: 3, updaterIntervalMs: MINUTE_MS };

  it('lets no more through than its rate, and ends after its time', () => {
    const warming = limits(settings);
    for (let action = 0; action < 3; action++) warming.acted('shop/web', START_MS);
    expect(warming.allowances(START_MS).warmUp).toEqual({
      left: 0,
      nextMs: START_MS + MINUTE_MS / 3,
      endsMs: START_MS + 10 * MINUTE_MS,
    });
    expect(warming.allowances(START_MS + MINUTE_MS).warmUp?.left).toBe(3);
    expect(warming.allowances(START_MS + 10 * MINUTE_MS).warmUp).toBeUndefined();
  });

  it('continues while pods wait, so that they do not all go at once at its end', () => {
    const warming = limits(settings);
    const lateMs = START_MS + 9.5 * MINUTE_MS;
    warming.warmUpHeldBack(lateMs);
    expect(warming.allowances(START_MS + 11 * MINUTE_MS).warmUp?.endsMs).toBe(lateMs + 2 * MINUTE_MS);
    expect(warming.allowances(lateMs + 2 * MINUTE_MS).warmUp).toBeUndefined();
  });

  it('can be turned off', () => {
    expect(limits({ warmUpMs: 0 }).allowances(START_MS).warmUp).toBeUndefined();
  });
});

describe('a limit per VPA', () => {
  it('counts each VPA separately', () => {
    const each = limits({ warmUpMs: 0, evictionRateLimitPerVpa: 2 });
    each.acted('shop/web', START_MS);
    each.acted('shop/web', START_MS);
    const { perVpa } = each.allowances(START_MS);
    expect(perVpa?.('shop/web')).toEqual({ left: 0, nextMs: START_MS + MINUTE_MS / 2 });
    expect(perVpa?.('shop/other').left).toBe(2);
  });

  it('keeps nothing of VPAs without recent actions, nor of those only asked about', () => {
    const each = limits({ warmUpMs: 0, evictionRateLimitPerVpa: 2 });
    for (let index = 0; index < 1000; index++) each.acted(`shop/web-${index}`, START_MS);
    const laterMs = START_MS + MINUTE_MS;
    each.acted('shop/web', laterMs);
    const { perVpa } = each.allowances(laterMs);
    for (let index = 0; index < 1000; index++) expect(perVpa?.(`shop/other-${index}`).left).toBe(2);
    expect(each.vpasCounted).toBe(1);
    expect(perVpa?.('shop/web').left).toBe(1);
  });
});

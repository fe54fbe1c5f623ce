import { describe, expect, it } from 'vitest';
import { type Amounts, cpuMillicores, memoryBytes } from '../../../objects/units';
import { withSeenCpu } from '../bounded-by-use';
import type { Recommendation } from '../recommendation';
import { isTried, withHeldAmounts } from './hold';

const memory = (bytes: number): Amounts => ({ memory: memoryBytes(bytes) });
const recommending = (target: Amounts): Recommendation =>
  new Map([['app', { target, lowerBound: memory(80), upperBound: memory(120), uncappedTarget: target }]]);
const held = (from: Amounts, to: Amounts) => ({
  containers: new Map([['app', { from, to }]]),
});
const SHRUNK = held(memory(512), memory(100));

describe('a recommendation while amounts are held', () => {
  it('goes no further towards what was tried than what was before', () => {
    expect(withHeldAmounts(recommending(memory(100)), SHRUNK).get('app')).toEqual({
      target: memory(512),
      lowerBound: memory(80),
      upperBound: memory(512),
      uncappedTarget: memory(512),
    });
    expect(
      withHeldAmounts(recommending(memory(900)), held(memory(100), memory(800))).get('app')?.target,
    ).toEqual(memory(100));
  });

  it('is followed the other way', () => {
    const more = recommending(memory(600));
    expect(withHeldAmounts(more, SHRUNK)).toBe(more);
  });

  it('lifts no CPU above what is held to what was seen, and to that where less was tried', () => {
    const cpu = (millicores: number): Amounts => ({ cpu: cpuMillicores(millicores) });
    const guaranteed = [{ name: 'app', requests: cpu(400), limits: cpu(400) }];
    const given = (target: number, from: number, to: number) => {
      const amounts = { target: cpu(target), lowerBound: cpu(1), upperBound: cpu(2000), seenCpu: 900 };
      const kept = withHeldAmounts(new Map([['app', amounts]]), held(cpu(from), cpu(to)));
      return withSeenCpu(kept, guaranteed, { policies: new Map() }).get('app')?.target.cpu;
    };
    expect(given(700, 400, 700)).toBe(400);
    // What is recommended falls meanwhile, and what was seen lifts it as far as what is held.
    expect(given(300, 400, 700)).toBe(400);
    expect(given(300, 700, 300)).toBe(900);
  });

  it('is followed for what the change left alone', () => {
    const both = recommending({ cpu: cpuMillicores(50), memory: memoryBytes(100) });
    expect(withHeldAmounts(both, SHRUNK).get('app')?.target).toEqual({ cpu: 50, memory: 512 });
    const others = recommending(memory(100));
    expect(
      withHeldAmounts(others, { containers: new Map([['log', { from: memory(512), to: memory(100) }]]) }),
    ).toBe(others);
  });

  it('keeps former storage', () => {
    const stored = (bytes: number) => ({ 'ephemeral-storage': memoryBytes(bytes) });
    const amounts = {
      target: { ...memory(9), ...stored(100) },
      lowerBound: stored(80),
      upperBound: stored(120),
    };
    const both = new Map([['app', amounts]]);
    const less = held({ 'ephemeral-storage': memoryBytes(512) }, { 'ephemeral-storage': memoryBytes(100) });
    expect(withHeldAmounts(both, less).get('app')).toEqual({
      target: { ...memory(9), ...stored(512) },
      lowerBound: stored(80),
      upperBound: stored(512),
    });
    expect(
      withHeldAmounts(
        both,
        held({ 'ephemeral-storage': memoryBytes(90) }, { 'ephemeral-storage': memoryBytes(80) }),
      ),
    ).toBe(both);
  });

  it('is the same where nothing is held', () => {
    expect(withHeldAmounts(undefined, SHRUNK)).toBeUndefined();
    const any = recommending(memory(1));
    expect(withHeldAmounts(any, undefined)).toBe(any);
  });
});

it.each([
  ['what was tried', 100, true],
  ['less than that', 50, true],
  ['nearly that', 120, true],
  ['what was before', 512, false],
  ['more than that', 900, false],
])('a request of %s is told apart from what was before', (_what, request, expected) => {
  expect(isTried(request, 'memory', { from: memory(512), to: memory(100) })).toBe(expected);
});

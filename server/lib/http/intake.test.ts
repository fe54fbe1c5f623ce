import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Arrival, Intake, type IntakeLimits } from './intake';

const LIMITS: IntakeLimits = {
  most: 10,
  smallBytes: 10,
  mostSmallBytes: 30,
  mostLargeBytes: 100,
  mostWaiting: 2,
};

const given: string[] = [];
const body = (bytes: number, address = 'a'): Arrival => ({
  bytes,
  address,
  giveUp: () => given.push(`${address}:${bytes}`),
});

afterEach(() => {
  given.length = 0;
  vi.useRealTimers();
});

describe('the intake', () => {
  it('has room for so many bodies and no more', () => {
    const intake = new Intake({ ...LIMITS, most: 2 });
    const first = intake.enter(body(1));
    intake.enter(body(1));
    expect(intake.enter(body(1))).toBeUndefined();
    first?.leave();
    first?.leave();
    expect(intake.enter(body(1))).toBeDefined();
    expect(intake.enter(body(1))).toBeUndefined();
  });

  it('counts the bytes a head states, before they come', () => {
    const intake = new Intake(LIMITS);
    intake.enter(body(10));
    intake.enter(body(10));
    const third = intake.enter(body(10));
    expect([intake.bytes, intake.enter(body(1))]).toEqual([30, undefined]);
    third?.arrived();
    expect(intake.enter(body(1))).toBeUndefined();
    third?.leave();
    expect(intake.enter(body(1))).toBeDefined();
  });

  it('lets small bodies in while large ones hold all that is theirs', () => {
    const intake = new Intake(LIMITS);
    intake.enter(body(100));
    expect(intake.enter(body(11))).toBeUndefined();
    expect(intake.enter(body(10))).toBeDefined();
  });

  it('leaves room to others than one address', () => {
    const intake = new Intake({ ...LIMITS, mostBytesOfAddress: 15 });
    intake.enter(body(10));
    expect(intake.enter(body(10))).toBeUndefined();
    expect(intake.enter(body(10, 'b'))).toBeDefined();
  });

  it('lets those that wait in by their turn, and no more than may wait', () => {
    const intake = new Intake(LIMITS);
    const entered: number[] = [];
    const first = intake.enter(body(100));
    for (const bytes of [60, 50])
      expect(intake.enterLater(body(bytes), () => entered.push(bytes))).toBeDefined();
    expect(intake.enterLater(body(40), () => undefined)).toBeUndefined();
    first?.leave();
    expect(entered).toEqual([60]);
  });

  it('forgets one that no longer wants to wait', () => {
    const intake = new Intake(LIMITS);
    const first = intake.enter(body(100));
    const entered = vi.fn();
    intake.enterLater(body(20), entered)?.();
    first?.leave();
    expect(entered).not.toHaveBeenCalled();
  });

  it('drops what has been arriving for a second when another needs its place, the oldest first', () => {
    vi.useFakeTimers();
    const intake = new Intake({ ...LIMITS, most: 2 });
    intake.enter(body(3));
    intake.enter(body(4));
    vi.advanceTimersByTime(900);
    expect(intake.enter(body(5))).toBeUndefined();
    vi.advanceTimersByTime(100);
    expect(intake.enter(body(5))).toBeDefined();
    expect(given).toEqual(['a:3']);
  });

  it('never drops what has arrived', () => {
    vi.useFakeTimers();
    const intake = new Intake({ ...LIMITS, most: 1 });
    intake.enter(body(3))?.arrived();
    vi.advanceTimersByTime(60_000);
    expect([intake.enter(body(5)), given]).toEqual([undefined, []]);
  });

  it('drops a slow large one for a large one that waits', () => {
    vi.useFakeTimers();
    const intake = new Intake(LIMITS);
    intake.enter(body(100));
    const entered = vi.fn();
    intake.enterLater(body(50), entered);
    vi.advanceTimersByTime(1_000);
    intake.giveUpAfter(15_000);
    expect(given).toEqual(['a:100']);
    expect(entered).toHaveBeenCalledOnce();
  });
});

import { describe, expect, it } from 'vitest';
import { PieceSize } from './piece-size';

const HOUR_MS = 3_600_000;

describe('the size of queries', () => {
  it('is eight days at most, and bounded by the samples of all containers', () => {
    const size = new PieceSize();
    expect(size.stepsFor(100, HOUR_MS)).toBe(192);
    expect(size.stepsFor(1000, HOUR_MS / 12)).toBe(250);
    expect(size.stepsFor(1_000_000, HOUR_MS)).toBe(1);
    expect(size.stepsFor(0, 30 * 24 * HOUR_MS)).toBe(1);
  });

  it('is halved by each answer that was too much, and grows again as answers come', () => {
    const size = new PieceSize();
    size.wasTooMuch();
    size.wasTooMuch();
    expect(size.stepsFor(100, HOUR_MS)).toBe(48);
    for (let answer = 0; answer < 4; answer++) size.wasAnswered();
    expect(size.stepsFor(100, HOUR_MS)).toBe(96);
    for (let answer = 0; answer < 100; answer++) size.wasAnswered();
    expect(size.stepsFor(100, HOUR_MS)).toBe(192);
  });
});

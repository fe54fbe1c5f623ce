import { describe, expect, it } from 'vitest';
import { APPLY_NOW_ANNOTATION, applyNowFaults, askedNowUntil } from './asked-now';

const NOW_MS = Date.UTC(2026, 10, 27, 8);
const stating = (text: string) => ({
  metadata: { name: 'web', annotations: { [APPLY_NOW_ANNOTATION]: text } },
});

describe('changes that are asked for now', () => {
  it.each([
    ['2026-11-27T08:10:00Z', 600_000],
    ['2026-11-27T09:00:00Z', 3_600_000],
    ['2026-11-27T09:00:01Z', undefined],
    ['2026-11-27T08:00:00Z', undefined],
    ['2020-01-01T00:00:00Z', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('until %s are so for %s ms', (text, forMs) => {
    expect(askedNowUntil(stating(text), NOW_MS)).toBe(forMs === undefined ? undefined : NOW_MS + forMs);
  });

  it('are not, where nothing says so', () => {
    expect(askedNowUntil({ metadata: { name: 'web' } }, NOW_MS)).toBeUndefined();
    expect(applyNowFaults({ metadata: { name: 'web' } })).toEqual([]);
  });

  it('cannot be asked for in words', () => {
    expect(applyNowFaults(stating('soon'))).toEqual([expect.stringContaining('"soon" is no time')]);
    expect(applyNowFaults(stating('2020-01-01T00:00:00Z'))).toEqual([]);
  });
});

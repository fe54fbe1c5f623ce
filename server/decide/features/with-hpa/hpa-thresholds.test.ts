import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hpaOn, onShare } from '@/tests/support/hpa';
import { KEPT_THRESHOLDS_ANNOTATION, MOST_PERCENT, nextThreshold, thresholdsOf } from './hpa-thresholds';

const noted = { threshold: 700, percent: 70, first: 70 };

describe('a kept threshold', () => {
  it.each<[string, Parameters<typeof nextThreshold>, object]>([
    ['is noted first', [70, undefined, { now: 1000, after: 500 }], noted],
    ['stays while the request stays', [70, noted, { now: 1000, after: 1000 }], noted],
    [
      'rises in percent before the request falls',
      [70, noted, { now: 1000, after: 500 }],
      { ...noted, percent: 140 },
    ],
    ['falls in percent only after the request rose', [70, noted, { now: 1000, after: 1400 }], noted],
    ['has fallen once it did', [70, noted, { now: 1400, after: 1400 }], { ...noted, percent: 50 }],
    [
      'is what somebody else made of it',
      [60, noted, { now: 1000, after: 500 }],
      { threshold: 600, percent: 60, first: 60 },
    ],
    ['is no more than the most', [70, noted, { now: 1, after: 1 }], { ...noted, percent: MOST_PERCENT }],
    ['is no less than one percent', [70, noted, { now: 1e9, after: 1e9 }], { ...noted, percent: 1 }],
  ])('%s', (_case, asked, expected) => {
    expect(nextThreshold(...asked)).toEqual(expected);
  });

  it('comes back to its first percentage with the first request, and is never lower on the way', () => {
    const request = fc.integer({ min: 100, max: 100_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 200 }),
        request,
        fc.array(request, { maxLength: 20 }),
        (percent, first, later) => {
          let kept = nextThreshold(percent, undefined, { now: first, after: first });
          let now = first;
          for (const after of [...later, first]) {
            kept = nextThreshold(kept.percent, kept, { now, after });
            const isBounded = kept.percent === 1 || kept.percent === MOST_PERCENT;
            for (const during of [now, after])
              if (!isBounded)
                expect((kept.percent * during) / 100 + during / 200).toBeGreaterThanOrEqual(
                  kept.threshold - 1e-6,
                );
            now = after;
            kept = nextThreshold(kept.percent, kept, { now, after });
          }
          expect(kept.percent).toBe(percent);
        },
      ),
    );
  });
});

it('is read from an HPA only if it is whole and nobody changed the target since', () => {
  const text = (value: unknown) => JSON.stringify(value);
  const read = (annotation: string | undefined, percent = 70) =>
    [
      ...thresholdsOf(
        hpaOn([onShare('cpu', percent, 'app')], [], {
          annotations: annotation === undefined ? {} : { [KEPT_THRESHOLDS_ANNOTATION]: annotation },
        }),
      ).keys(),
    ].join();
  expect(read(text({ 'cpu/app': noted }))).toBe('cpu/app');
  expect(read(text({ 'cpu/app': noted }), 71)).toBe('');
  expect(read(text({ cpu: noted }))).toBe('');
  for (const bad of [
    undefined,
    '',
    '[]',
    'null',
    '5',
    text({ 'cpu/app': { ...noted, threshold: -1 } }),
    text({ 'cpu/app': 3 }),
  ])
    expect(read(bad)).toBe('');
});

import { describe, expect, it } from 'vitest';
import { AppError } from '@/server/lib/report/errors';
import { readPast } from './read-past';

const T0 = Date.UTC(2026, 7, 1);

describe('a query for the past', () => {
  it.each<[string, Record<string, string>, string]>([
    ['without a container', {}, 'container'],
    ['for a range there is not', { container: 'app', last: '2y' }, 'last'],
    ['with a beginning only', { container: 'app', from: '1' }, 'from'],
    ['with its end before its beginning', { container: 'app', from: '90000', to: '1' }, 'from'],
    ['with a time that is none', { container: 'app', from: 'noon', to: '1' }, 'from'],
    ['with a time past all time', { container: 'app', from: '1', to: '9e99' }, 'to'],
  ])('%s is refused by name', async (_, query, field) => {
    const asked = () => Promise.reject(new Error('asked'));
    const series = { past: asked, happenings: asked };
    const journal = { audit: asked };
    const reading = readPast({ namespace: 'shop', name: 'web' }, new URLSearchParams(query), {
      series,
      journal,
      nowMs: T0,
    });
    const error = await reading.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).fields.map((one) => one.field)).toContain(field);
  });
});

describe('a gap', () => {
  it.each([
    [1, '1h', 5],
    [1, '90d', 480],
    [360, '1h', 60],
  ])(
    'is longer than passes may be apart, %i times faster than real time and over %s',
    async (speed, last, minutes) => {
      const series = {
        past: async () => ({
          points: [],
          stepMs: last === '90d' ? 4 * 3_600_000 : 60_000,
          recommenders: [],
          isComplete: true,
        }),
        happenings: async () => [],
      };
      const params = new URLSearchParams({ container: 'app', last });
      const journal = { audit: async () => [] };
      const { gapMs } = await readPast({ namespace: 'shop', name: 'web' }, params, {
        series,
        journal,
        nowMs: T0,
        speed,
      });
      expect(gapMs / 60_000).toBe(minutes);
    },
  );
});

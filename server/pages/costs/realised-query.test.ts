import { describe, expect, it } from 'vitest';
import { AppError } from '../../lib/report/errors';
import { readRealisedQuery } from './realised-query';

const NOW_MS = Date.UTC(2026, 10, 22, 17);
const read = (query: Record<string, string>) => readRealisedQuery(new URLSearchParams(query), NOW_MS);

describe('the question what became of requests', () => {
  it('is about the last seven days unless it names a date', () => {
    expect(read({})).toEqual({ sinceMs: Date.UTC(2026, 10, 15) });
    expect(read({ since: '2026-11-01', policy: '-' })).toEqual({
      sinceMs: Date.UTC(2026, 10, 1),
      policy: '',
    });
  });

  it.each([
    ['a date in the future', { since: '2026-11-23' }, 'since'],
    ['a date long ago', { since: '2020-01-01' }, 'since'],
    ['a date that is none', { since: '2026-02-30' }, 'since'],
    ['a time', { since: '1700000000000' }, 'since'],
    ['a word it does not know', { sinse: '2026-11-01' }, 'sinse'],
  ])('is refused with %s, by name', (_, query, field) => {
    let thrown: unknown;
    try {
      read(query as Record<string, string>);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(AppError);
    expect((thrown as AppError).fields.map((one) => one.field)).toContain(field);
  });
});

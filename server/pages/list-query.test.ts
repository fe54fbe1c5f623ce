import { describe, expect, it } from 'vitest';
import { VisibleNamespaces } from '@/server/access';
import { AppError } from '../lib/report/errors';
import { numberParam, readListQuery } from './list-query';

const WORDS = {
  filters: ['q', 'mode'],
  sorts: ['name', 'size'],
  usual: { key: 'name', descending: false },
};
const read = (query: string) =>
  readListQuery({ params: new URLSearchParams(query), reach: VisibleNamespaces.all }, WORDS, {
    known: { mode: (value) => ['on', 'off'].includes(value) },
    others: ['open'],
  });

function faultsOf(query: string): string[] {
  try {
    read(query);
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad-request')
      return error.fields.map(({ field, message }) => `${field} ${message}`);
    throw error;
  }
  return [];
}

describe('the query of a list', () => {
  it.each([
    ['', { filters: {}, sort: 'name', descending: false, page: 1 }],
    [
      'q=web+shop&mode=on',
      { filters: { q: 'web shop', mode: 'on' }, sort: 'name', descending: false, page: 1 },
    ],
    ['q=&page=', { filters: {}, sort: 'name', descending: false, page: 1 }],
    ['sort=size&order=desc&page=7', { filters: {}, sort: 'size', descending: true, page: 7 }],
    ['open=anything', { filters: {}, sort: 'name', descending: false, page: 1 }],
  ])('%j is parsed', (query, expected) => {
    expect(read(query)).toEqual({ ...expected, reach: VisibleNamespaces.all });
  });

  it.each([
    ['sort=garbage', ['sort must be one of name, size']],
    ['order=up', ['order must be one of asc, desc']],
    ['page=0', ['page must be a whole number from 1 on']],
    ['page=1.5', ['page must be a whole number from 1 on']],
    ['page=1e400', ['page must be a whole number from 1 on']],
    ['page=two', ['page must be a whole number from 1 on']],
    ['mode=maybe', ['mode is not known: maybe']],
    ['taste=sweet', ['taste is not known here']],
    ['__proto__=1', ['__proto__ is not known here']],
    [`q=${'x'.repeat(201)}`, ['q has more than 200 characters']],
    ['sort=a&page=b', ['sort must be one of name, size', 'page must be a whole number from 1 on']],
  ])('%j is rejected, naming what is wrong', (query, faults) => {
    expect(faultsOf(query)).toEqual(faults);
  });

  it('has as many rows on a page as one of the sizes offered', () => {
    const sized = (query: string, sizes?: readonly number[]) =>
      readListQuery(
        { params: new URLSearchParams(query), reach: VisibleNamespaces.all },
        { ...WORDS, ...(sizes && { sizes }) },
      ).size;
    expect(sized('', [25, 100])).toBe(25);
    expect(sized('rows=100', [25, 100])).toBe(100);
    expect(() => sized('rows=10000', [25, 100])).toThrow(/rows must be one of 25, 100/);
    expect(() => sized('rows=x', [25, 100])).toThrow(/rows must be one of 25, 100/);
    expect(sized('')).toBeUndefined();
    expect(() => sized('rows=100')).toThrow(/rows is not known here/);
  });

  it.each(['0', '-1', '51', 'x', '1.5'])('accepts no limit of %s', (limit) => {
    const params = new URLSearchParams({ limit });
    expect(() => numberParam(params, 'limit', { usual: 8, most: 50 })).toThrow(
      'limit must be a whole number from 1 to 50',
    );
  });
});

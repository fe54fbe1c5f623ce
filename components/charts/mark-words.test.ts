import { describe, expect, it } from 'vitest';
import type { PastMark } from '@/server/contract/past';
import { markDetail, markHref, markKeys, markWords } from './mark-words';

const T0 = Date.UTC(2026, 7, 1, 12);
const WEB = { namespace: 'shop', vpa: 'web' };
const mark = (told: Partial<PastMark>): PastMark => ({
  kind: 'oom',
  atMs: T0,
  lastMs: T0,
  times: 1,
  pods: ['web-1'],
  detail: '',
  record: 'none',
  ...told,
});

describe('a mark in words', () => {
  it.each<[string, Partial<PastMark>]>([
    ['1 OOM kill of web-1', {}],
    ['2 OOM kills of web-1 and web-2', { times: 2, pods: ['web-1', 'web-2'] }],
    ['9 OOM kills of web-1 and others', { times: 9, pods: ['web-1', 'web-2'] }],
    ['1 restart of web-1 (Error, exit code 1)', { kind: 'restart', detail: 'Error, exit code 1' }],
    ['1 rollout to web-5d', { kind: 'rollout', pods: [], detail: 'web-5d' }],
    ['Recommender is mine from here on', { kind: 'recommender', pods: [], detail: 'mine' }],
    ['Policy changed', { kind: 'policy', pods: [] }],
  ])('is "%s"', (words, told) => {
    expect(`${markWords(mark(told))} ${markDetail(mark(told))}`.trim()).toBe(words);
  });

  it.each<[string, Partial<PastMark>, string | undefined]>([
    ['nowhere', {}, undefined],
    ['to the lines about its pod', { record: 'its-pod' }, '/changes/audit?namespace=shop&vpa=web&q=web-1'],
    [
      'to the lines of its time',
      { kind: 'evict', record: 'its-time' },
      '/changes/audit?namespace=shop&vpa=web&since=2026-08-01+12%3A00&until=2026-08-01+12%3A00',
    ],
  ])('leads %s', (_where, told, href) => {
    expect(markHref(mark(told), WEB)).toBe(href);
  });
});

it('names what marks stand for once for each colour they are drawn in', () => {
  const kinds = ['resize', 'oom', 'rollout', 'evict', 'oom'] as const;
  expect(markKeys(kinds.map((kind) => mark({ kind }))).map(({ words }) => words)).toEqual([
    'OOM kill',
    'Eviction, resize in place',
    'Rollout',
  ]);
  expect(markKeys([])).toEqual([]);
});

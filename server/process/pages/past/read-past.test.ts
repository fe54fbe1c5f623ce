import { describe, expect, it } from 'vitest';
import { AppError } from '@/server/errors';
import type { AuditRecord } from '@/server/store';
import { markSteps, readPast } from './read-past';

const T0 = Date.UTC(2026, 7, 1);
const MINUTE_MS = 60_000;

const action = (minute: number, what: string, outcome = 'done'): AuditRecord => ({
  kind: 'action',
  atMs: T0 + minute * MINUTE_MS,
  namespace: 'shop',
  vpa: 'web',
  pod: 'web-1',
  podUid: 'u',
  action: what,
  outcome,
  detail: '',
  reasons: [],
  before: {},
  after: {},
});
const change = (minute: number, what: string, outcome = 'done'): AuditRecord => ({
  kind: 'change',
  atMs: T0 + minute * MINUTE_MS,
  who: 'ada',
  change: what,
  namespace: 'shop',
  name: 'web',
  outcome,
  detail: '',
  before: null,
  after: null,
});

describe('the marks of a chart', () => {
  it('are where something was done, once for each kind and step', () => {
    const marks = markSteps(
      [
        change(30, 'resource-policy'),
        action(3, 'evict'),
        action(1, 'evict'),
        action(7, 'evict'),
        action(2, 'resize'),
      ],
      5 * MINUTE_MS,
    );
    expect(marks.map(({ kind, atMs, times }) => [kind, (atMs - T0) / MINUTE_MS, times])).toEqual([
      ['evict', 1, 2],
      ['resize', 2, 1],
      ['evict', 7, 1],
      ['policy', 30, 1],
    ]);
  });

  it('leave out refusals, and what does not affect the workload', () => {
    expect(
      markSteps([action(1, 'evict', 'refused'), change(2, 'stop', 'refused'), change(3, 'scenario')], 1),
    ).toEqual([]);
  });
});

describe('a query for the past', () => {
  it.each<[string, Record<string, string>, string]>([
    ['without a container', {}, 'container'],
    ['for a range there is not', { container: 'app', last: '2y' }, 'last'],
    ['with a beginning only', { container: 'app', from: '1' }, 'from'],
    ['with its end before its beginning', { container: 'app', from: '90000', to: '1' }, 'from'],
    ['with a time that is none', { container: 'app', from: 'noon', to: '1' }, 'from'],
    ['with a time past all time', { container: 'app', from: '1', to: '9e99' }, 'to'],
  ])('%s is refused by name', async (_, query, field) => {
    const series = { past: () => Promise.reject(new Error('asked')) };
    const journal = { audit: () => Promise.reject(new Error('asked')) };
    const asked = readPast({ namespace: 'shop', name: 'web' }, new URLSearchParams(query), {
      series,
      journal,
      nowMs: T0,
    });
    const error = await asked.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).fields.map((one) => one.field)).toContain(field);
  });
});

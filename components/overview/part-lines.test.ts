import { describe, expect, it } from 'vitest';
import type { PartsView } from '@/server/contract/overview';
import { partLines } from './part-lines';

const NOW_MS = Date.UTC(2026, 10, 22, 12);
const DAY_MS = 86_400_000;
const STATUS = {
  cluster: { kind: 'connected', server: 'https://10.0.0.1:6443', version: 'v1.35.0', sandbox: false },
  clockSpeed: 1,
  roles: [],
} as const;
const PARTS: PartsView = {
  roles: [
    { role: 'recommender', isRunning: true, isOverdue: false, lastMs: NOW_MS - 30_000, isLeading: false },
    { role: 'updater', isRunning: true, isOverdue: true, lastMs: NOW_MS - DAY_MS, isLeading: true },
    { role: 'hpa', isRunning: true, isOverdue: false },
    { role: 'messages', isRunning: false, isOverdue: false },
  ],
  admission: { health: { kind: 'healthy', sinceMs: 0 }, certificateExpiresMs: NOW_MS + 90 * DAY_MS },
  database: { kind: 'available', dropped: 0, waiting: 0 },
};

function lines(change: Partial<PartsView> = {}, others: { lease?: 'fresh' | 'stale' } = {}) {
  const told = partLines({
    parts: { ...PARTS, ...change },
    status: { ...STATUS, roles: [] },
    lease: others.lease && { kind: others.lease },
    nowMs: NOW_MS,
    wallMs: NOW_MS,
  });
  return Object.fromEntries(told.map(({ part, tone, words }) => [part, `${tone}: ${words}`]));
}

describe('the state of every part', () => {
  it('is said in a few words each', () => {
    expect(lines()).toMatchObject({
      Cluster: 'good: 10.0.0.1:6443',
      Clock: 'good: that of this machine',
      Database: 'good: answers',
      Recommender: 'good: last pass 30 s ago, stands by',
      Updater: 'bad: last pass 1 d ago, overdue, leads',
      HPA: 'good: runs',
      Messages: 'quiet: waits for the cluster',
      Admission: 'good: answers a test review through TLS',
      History: 'good: loaded',
    });
    expect(lines().Certificate).toMatch(/^good: valid until 20 Feb 2027/);
  });

  it.each<[string, Partial<PartsView>, string, string]>([
    [
      'a database that does not answer',
      { database: { kind: 'away', dropped: 3, waiting: 12 } },
      'Database',
      'bad: does not answer, 12 records waiting, 3 records lost',
    ],
    [
      'records that were lost',
      { database: { kind: 'available', dropped: 1, waiting: 0 } },
      'Database',
      'warning: answers, 1 record lost',
    ],
    [
      'admission that fails',
      {
        admission: {
          health: {
            kind: 'unhealthy',
            sinceMs: 0,
            faults: [{ check: 'registered', detail: 'it is not registered' }],
          },
        },
      },
      'Admission',
      'bad: it is not registered',
    ],
    [
      'a missing certificate',
      { admission: { health: { kind: 'starting' } } },
      'Certificate',
      'warning: none yet',
    ],
  ])('names %s', (_, change, part, words) => {
    expect(lines(change)[part]).toBe(words);
  });

  it('warns of a certificate a week before it expires', () => {
    const admission = {
      health: { kind: 'healthy', sinceMs: 0 },
      certificateExpiresMs: NOW_MS + 6 * DAY_MS,
    } as const;
    expect(lines({ admission }).Certificate).toMatch(/^warning: valid until/);
  });

  it('knows of admission elsewhere by its lease', () => {
    const { admission: _, ...others } = PARTS;
    const elsewhere = (lease?: 'fresh' | 'stale') =>
      Object.fromEntries(
        partLines({
          parts: others,
          status: { ...STATUS, roles: [] },
          lease: lease && { kind: lease },
          nowMs: NOW_MS,
          wallMs: NOW_MS,
        }).map(({ part, words }) => [part, words]),
      ).Admission;
    expect(elsewhere('fresh')).toBe('runs in another process');
    expect(elsewhere('stale')).toBe('no process says that it works');
    expect(elsewhere()).toBeUndefined();
  });
});

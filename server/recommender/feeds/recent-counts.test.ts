import { describe, expect, it } from 'vitest';
import { RecentCounts } from './recent-counts';

const HOUR_MS = 3_600_000;
const NOW_MS = 1_000_000 * HOUR_MS;

describe('the OOMs of the last day', () => {
  it('are none for a container that was never OOM-killed', () => {
    expect(new RecentCounts().inLastDay('shop', 'web', 'app', NOW_MS)).toBeUndefined();
  });

  it('are counted for each container of each VPA', () => {
    const ooms = new RecentCounts();
    for (let hoursAgo = 30; hoursAgo >= 0; hoursAgo--)
      ooms.note('shop', 'web', 'app', NOW_MS - hoursAgo * HOUR_MS);
    ooms.note('shop', 'web', 'sidecar', NOW_MS - HOUR_MS);
    ooms.note('shop', 'api', 'app', NOW_MS - HOUR_MS);
    expect(ooms.inLastDay('shop', 'web', 'app', NOW_MS)).toEqual({ times: 24, lastMs: NOW_MS });
    expect(ooms.inLastDay('shop', 'web', 'sidecar', NOW_MS)?.times).toBe(1);
  });

  it('expire a day later', () => {
    const ooms = new RecentCounts();
    ooms.note('shop', 'web', 'app', NOW_MS);
    expect(ooms.inLastDay('shop', 'web', 'app', NOW_MS + 23 * HOUR_MS)?.times).toBe(1);
    expect(ooms.inLastDay('shop', 'web', 'app', NOW_MS + 24 * HOUR_MS)).toBeUndefined();
  });

  it('take at most a day of hours in memory', () => {
    const ooms = new RecentCounts();
    for (let hour = 0; hour < 1_000; hour++) ooms.note('shop', 'web', 'app', NOW_MS + hour * HOUR_MS);
    expect(ooms.inLastDay('shop', 'web', 'app', NOW_MS + 999 * HOUR_MS)?.times).toBe(24);
  });
});

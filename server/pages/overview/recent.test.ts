import { describe, expect, it } from 'vitest';
import { VisibleNamespaces } from '../../access';
import type { AuditQuery } from '../../store';
import { recentActions } from './recent';

const MINUTE_MS = 60_000;

function recording() {
  const asked: AuditQuery[] = [];
  const state: { revision: number; kind: 'available' | 'away' } = { revision: 0, kind: 'available' };
  const record = {
    get revision() {
      return state.revision;
    },
    get state() {
      return state.kind === 'away'
        ? { kind: 'away' as const, dropped: 0, message: '' }
        : { kind: 'available' as const, dropped: 0 };
    },
    audit: async (query: AuditQuery) => {
      asked.push(query);
      return [];
    },
  };
  const ask = (nowMs = 0, reach = VisibleNamespaces.all) => recentActions(record, { reach, nowMs });
  return { asked, state, ask };
}

describe('what was done last', () => {
  it('is read once while nothing new is recorded, and once a minute', async () => {
    const { asked, state, ask } = recording();
    await Promise.all([ask(), ask(), ask(MINUTE_MS - 1)]);
    expect(asked.map(({ what }) => what)).toEqual(['evict', 'resize']);
    await ask(MINUTE_MS);
    state.revision++;
    await ask(MINUTE_MS);
    expect(asked).toHaveLength(6);
  });

  it('is read for each reach alone, and within it', async () => {
    const { asked, ask } = recording();
    await ask(0, VisibleNamespaces.within(['shop']));
    await ask(0, VisibleNamespaces.within(['bank']));
    expect(asked.map(({ within }) => within)).toEqual([['shop'], ['shop'], ['bank'], ['bank']]);
  });

  it('is asked for again while the database does not answer', async () => {
    const { asked, state, ask } = recording();
    state.kind = 'away';
    expect(await ask()).toMatchObject({ isAway: true });
    await ask();
    expect(asked).toHaveLength(4);
  });
});

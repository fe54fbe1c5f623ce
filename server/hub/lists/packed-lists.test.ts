import { describe, expect, it } from 'vitest';
import { atOnce } from '../../lib/time/slices';
import { packLists, unpackList } from './packed-lists';

const entry = (id: number, detail = '') => ({
  ...{ kind: 'change', id: `c-${id}`, atMs: id, namespace: 'shop', outcome: 'done', detail },
  ...{ who: 'ada', change: 'stop', name: 'web' },
});
const recordOf = async (record: unknown) => {
  const packed = await packLists({ record });
  return { packed, record: atOnce(unpackList(packed, 'record')) };
};

describe('lists of a member', () => {
  it('come out as they went in, however many blocks they take', async () => {
    const rows = Array.from({ length: 50 }, (_, id) => entry(id, `${id} é\n`.repeat(700)));
    const { packed, record } = await recordOf({ all: 70, rows });
    expect(packed.lists.get('record')?.blocks.length).toBeGreaterThan(1);
    expect(packed.bytes).toBeGreaterThan(0);
    expect(record).toEqual({ all: 70, rows });
    expect(atOnce(unpackList(packed, 'plan'))).toBeUndefined();
  });

  it('are empty without rows, and none without what a list has', async () => {
    expect((await recordOf({ all: 0, rows: [] })).record).toEqual({ all: 0, rows: [] });
    for (const none of [undefined, [], { rows: [] }, { all: 1, rows: {} }, { all: -1, rows: [] }])
      expect((await recordOf(none)).record).toBeUndefined();
  });

  it('have the rows that can be shown, and no others', async () => {
    const values = Array(20_001).fill(0);
    const nested = Array.from({ length: 200 }, () => Array(200).fill(0));
    const texts = Array(300).fill('x'.repeat(2_000));
    const odd = [values, nested, texts].map((more, id) => ({ ...entry(id), more }));
    const { record } = await recordOf({
      all: 9,
      rows: [...odd, 7, null, { ...entry(8), atMs: '8' }, entry(9)],
    });
    expect(record).toEqual({ all: 9, rows: [entry(9)] });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Gain, InboxItem } from '../../contract/inbox';
import { atOnce } from '../../lib/time/slices';
import { sorting } from '../../lib/time/sorting';
import { INBOX_SENTENCES, type InboxCode, urgencyOfCode } from '../../words/inbox';
import { URGENCY_ORDER } from '../../words/urgency';
import { sizeOfGain } from '../needs/gain';
import { dangerOf } from '../workloads/danger';
import { inboxLines } from './lines';
import { compareRanked, type RankedItem } from './ranked';

const CODES = Object.keys(INBOX_SENTENCES) as InboxCode[];

/** How a workload stands: what is down of it, how often it is killed, and what it is short of. */
const standing = fc.record({
  down: fc.integer({ min: 0, max: 4 }),
  kills: fc.integer({ min: 0, max: 300 }),
  short: fc.integer({ min: 0, max: 8_000 }),
});
type Standing = typeof standing extends fc.Arbitrary<infer S> ? S : never;

function danger({ down, kills, short }: Standing): number {
  const cpu = { request: { min: 1, max: 1 }, target: 1 + short };
  const ooms = kills > 0 ? { ooms: { times: kills, lastMs: 0 } } : {};
  const container = { name: 'app', off: false, cpu, memory: {}, confidence: 1, samples: 1, ...ooms };
  const pending = { pods: down, of: 4, isStuck: true };
  return dangerOf({ pods: 4, containers: [container], ...(down > 0 && { pending }) }, 'short', undefined);
}

const gain: fc.Arbitrary<Gain> = fc.record({
  kind: fc.constantFrom('frees', 'costs'),
  cpu: fc.integer({ min: 0, max: 100_000 }),
  memory: fc.integer({ min: 0, max: 2 ** 36 }),
});

interface Made extends RankedItem {
  readonly standing: Standing;
}

const made: fc.Arbitrary<Made> = fc
  .record({
    code: fc.constantFrom(...CODES),
    name: fc.integer({ min: 0, max: 200 }),
    isOwn: fc.boolean(),
    standing,
    gain,
    sinceMs: fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: undefined }),
  })
  .map(({ code, name, isOwn, standing, gain, sinceMs }) => {
    const about = `shop/web-${name}`;
    const urgency = urgencyOfCode(code);
    const item: InboxItem = {
      key: `${code} ${about}`,
      urgency,
      code,
      sentence: INBOX_SENTENCES[code],
      about,
      said: [],
      ...(sinceMs !== undefined && { sinceMs }),
      ...(urgency === 'better' && {
        gain: { ...gain, kind: code === 'requests-too-much' ? 'frees' : 'costs' },
      }),
    };
    return {
      item,
      isOwn,
      danger: isOwn ? 0 : danger(standing),
      size: sizeOfGain(item.gain),
      objectKey: about,
      standing,
    };
  });
const many = fc.uniqueArray(made, { selector: ({ item }) => item.key, maxLength: 40 });
const sorted = <T extends RankedItem>(items: readonly T[]) => atOnce(sorting(items, compareRanked));
const pairs = <T>(items: readonly T[]) =>
  items.slice(1).map((next, index): [T, T] => [items[index] as T, next]);
const ofUrgency = (items: readonly Made[], urgency: string) =>
  items.filter(({ item }) => item.urgency === urgency);

describe('the order of the inbox', () => {
  it('is one order: the same however it came together', () => {
    fc.assert(
      fc.property(many, fc.nat(), (items, turn) => {
        const at = items.length === 0 ? 0 : turn % items.length;
        const turned = [...items.slice(at), ...items.slice(0, at)].reverse();
        expect(sorted(turned)).toEqual(sorted(items));
      }),
    );
  });

  it('has what is broken before what waits, and that before what could be better', () => {
    fc.assert(
      fc.property(many, (items) => {
        const order = sorted(items).map(({ item }) => URGENCY_ORDER.indexOf(item.urgency));
        expect(order).toEqual([...order].sort());
      }),
    );
  });

  it('has pods that are down first, then kills an hour, then shortage; Plumbline itself before', () => {
    fc.assert(
      fc.property(many, (items) => {
        for (const [a, b] of pairs(ofUrgency(sorted(items), 'broken'))) {
          expect(Number(a.isOwn)).toBeGreaterThanOrEqual(Number(b.isOwn));
          if (a.isOwn || b.isOwn) continue;
          const [one, other] = [a.standing, b.standing];
          expect(one.down).toBeGreaterThanOrEqual(other.down);
          if (one.down !== other.down || one.down > 0) continue;
          expect(one.kills).toBeGreaterThanOrEqual(other.kills);
          if (one.kills !== other.kills || one.kills > 0) continue;
          expect(one.short).toBeGreaterThanOrEqual(other.short);
        }
      }),
    );
  });

  it('has approvals first of what waits, and stops last', () => {
    fc.assert(
      fc.property(many, (items) => {
        const codes = ofUrgency(sorted(items), 'waits').map(({ item }) => item.code);
        const turns = codes.map((code) => (code === 'approval-due' ? 0 : code === 'stopped-long' ? 2 : 1));
        expect(turns).toEqual([...turns].sort());
      }),
    );
  });

  it('has what was undone first of what could be better, and then what frees or costs most', () => {
    const isUndone = ({ item }: Made) => Number(item.code === 'undone');
    fc.assert(
      fc.property(many, (items) => {
        for (const [a, b] of pairs(ofUrgency(sorted(items), 'better'))) {
          expect(isUndone(a)).toBeGreaterThanOrEqual(isUndone(b));
          if (isUndone(a) === isUndone(b)) expect(a.size).toBeGreaterThanOrEqual(b.size);
        }
      }),
    );
  });
});

describe('the lines of the inbox', () => {
  const linesOf = (items: readonly RankedItem[], isApart = false) =>
    atOnce(inboxLines(sorted(items), { isApart }));

  it('stand for every item once', () => {
    fc.assert(
      fc.property(many, fc.boolean(), (items, isApart) => {
        const counted = linesOf(items, isApart).reduce((sum, { count }) => sum + count, 0);
        expect(counted).toBe(items.length);
      }),
    );
  });

  it('are as many as there are items where each is asked for', () => {
    fc.assert(
      fc.property(many, (items) => {
        expect(linesOf(items, true).map(({ items }) => items[0]?.key)).toEqual(
          sorted(items).map(({ item }) => item.key),
        );
      }),
    );
  });

  it('stand where the worst of their items stands', () => {
    fc.assert(
      fc.property(many, (items) => {
        const places = new Map(sorted(items).map(({ item }, index) => [item.key, index]));
        const order = linesOf(items).map(({ items }) => places.get(items[0]?.key ?? '') ?? Number.NaN);
        expect(order).toEqual([...order].sort((a, b) => a - b));
      }),
    );
  });

  it('are few, however much there is', () => {
    fc.assert(
      fc.property(many, (items) => {
        const lines = linesOf(items);
        for (const { code } of lines)
          expect(lines.filter((line) => line.code === code).length).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('add up what like things would free or cost', () => {
    fc.assert(
      fc.property(many, (items) => {
        for (const { code, gain } of linesOf(items)) {
          if (!gain) continue;
          const alike = items.filter(({ item }) => item.code === code);
          const apart = linesOf(items).filter((line) => line.code === code);
          if (apart.length > 1) continue;
          expect(gain.cpu).toBe(alike.reduce((sum, { item }) => sum + (item.gain?.cpu ?? 0), 0));
        }
      }),
    );
  });
});

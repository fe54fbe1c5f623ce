import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TOPICS } from '../words/messages';
import type { Fact, Seen } from './fact';
import { freshLedger, type Ledger, MOST_OBJECTS_NAMED, MOST_ONCE, MOST_QUEUED } from './ledger';
import { rejoin } from './rejoin';
import { afterAttempts } from './sending';
import { SEEN_FOR_MS, type SettleRules, settle } from './settle';

const START = Date.parse('2026-11-22T10:00:00Z');
const GRACE = 60_000;

function rules(over: Partial<SettleRules> = {}): SettleRules {
  return {
    me: 'a',
    nowMs: START,
    wallMs: START,
    graceMs: GRACE,
    minIntervalMs: 0,
    perHour: 60,
    receivers: ['one'],
    topics: TOPICS,
    ...over,
  };
}

const at = (ms: number, over: Partial<SettleRules> = {}) =>
  rules({ nowMs: START + ms, wallMs: START + ms, ...over });

const fact = (code: Fact['code'], about: string, atMs = START): Fact => ({
  code,
  key: about,
  about,
  detail: '',
  atMs,
  path: '/',
});
const problems = (...names: string[]): Seen => ({
  lasting: names.map((name) => fact('problem-appeared', name)),
  once: [],
});
const once = (...facts: Fact[]): Seen => ({ lasting: [], once: facts });
const NOTHING: Seen = { lasting: [], once: [] };
const told = ({ queue }: Ledger) =>
  queue.map(({ code, count, items }) => `${code} ${count} ${items.map(({ about }) => about).join(' ')}`);
const fresh = () => freshLedger(START);

describe('the ledger of what people are told', () => {
  it('is the same while there is nothing to tell', () => {
    const ledger = fresh();
    expect(settle(ledger, NOTHING, rules())).toBe(ledger);
    const first = settle(ledger, problems('x'), rules());
    expect(settle(first, problems('x'), at(1000))).toBe(first);
  });

  it('stays below what an annotation holds, whatever things are called and however long nobody gets them', () => {
    const path = `/workloads/${'n'.repeat(63)}/${'w'.repeat(253)}`;
    const named = (code: Fact['code'], name: string): Fact => {
      const about = `${name} ${'\u{1f9ea}'.repeat(200)}`;
      return { ...fact(code, about), detail: about, path };
    };
    let ledger = fresh();
    for (let turn = 0; turn < 100; turn++) {
      const lasting = Array.from({ length: 5 * (turn + 1) }, (_, index) =>
        named('approval-waiting', `w${index}`),
      );
      const once = Array.from({ length: 10 }, (_, index) => named('stopped', `s${turn}-${index}`));
      for (const me of ['a', 'b', 'c'])
        ledger = settle(ledger, { lasting, once }, at(turn * 1000, { me, perHour: 1_000_000 }));
    }
    expect(Buffer.byteLength(JSON.stringify(ledger))).toBeLessThan(240 * 1024);
    expect(ledger.queue.at(-1)?.count).toBe(10);
    expect(ledger.dropped + ledger.queue.reduce((sum, { dropped }) => sum + dropped, 0)).toBeGreaterThan(0);
  });

  it('makes one message of alike things, with the count and the first names', () => {
    const names = Array.from({ length: 12 }, (_, index) => `web-${index}`);
    const { queue } = settle(fresh(), problems(...names), rules());
    expect(queue).toHaveLength(1);
    expect(queue[0]).toMatchObject({ code: 'problem-appeared', count: 12 });
    expect(queue[0]?.items.map(({ about }) => about)).toEqual(names.slice(0, MOST_OBJECTS_NAMED));
  });

  it('tells what lasts once, and once more when it is gone for the grace time', () => {
    const first = settle(fresh(), problems('x'), rules());
    const gone = settle(first, NOTHING, at(5000));
    expect(told(gone)).toEqual(['problem-appeared 1 x']);
    const back = settle(gone, problems('x'), at(10_000));
    expect(told(settle(back, NOTHING, at(20_000)))).toEqual(['problem-appeared 1 x']);
    const over = settle(gone, NOTHING, at(5000 + GRACE));
    expect(told(over)).toEqual(['problem-appeared 1 x', 'problem-cleared 1 x']);
    expect(over.lasting).toEqual({});
  });

  it('keeps a problem open while any process sees it', () => {
    const both = settle(settle(fresh(), problems('x'), rules()), problems('x'), at(1000, { me: 'b' }));
    const left = settle(both, NOTHING, at(2000));
    const later = settle(left, problems('x'), at(2000 + GRACE, { me: 'b' }));
    expect(told(later)).toEqual(['problem-appeared 1 x']);
    const over = settle(settle(later, NOTHING, at(70_000, { me: 'b' })), NOTHING, at(140_000, { me: 'b' }));
    expect(told(over)).toEqual(['problem-appeared 1 x', 'problem-cleared 1 x']);
  });

  it('calls what a dead process saw over after a while, and nothing that its successor sees too', () => {
    const first = settle(fresh(), problems('x', 'y'), rules());
    const again = settle(first, problems('x'), at(60_000, { me: 'successor' }));
    const later = settle(again, problems('x'), at(SEEN_FOR_MS, { me: 'successor' }));
    expect(told(later)).toEqual(['problem-appeared 2 x y', 'problem-cleared 1 y']);
  });

  it('tells what happened once only once, also when it is seen again after a restart', () => {
    const stop = fact('stopped', 'all');
    const first = settle(fresh(), once(stop), rules());
    expect(told(first)).toEqual(['stopped 1 all']);
    expect(settle(first, once(stop), at(1000, { me: 'b' }))).toBe(first);
  });

  it('tells nothing that happened before anyone was told anything', () => {
    expect(told(settle(fresh(), once(fact('stopped', 'all', START - 1)), rules()))).toEqual([]);
  });

  it('tells what comes too soon after a message together with the rest, later', () => {
    const few = { minIntervalMs: 30_000 };
    const first = settle(fresh(), once(fact('first-eviction', 'a')), at(0, few));
    const evictions = once(...['a', 'b', 'c'].map((name) => fact('first-eviction', name)));
    expect(settle(first, evictions, at(29_000, few))).toBe(first);
    expect(told(settle(first, evictions, at(30_000, few)))).toEqual([
      'first-eviction 1 a',
      'first-eviction 2 b c',
    ]);
  });

  it('makes no more messages in an hour than allowed, and the urgent ones first', () => {
    const seen: Seen = {
      lasting: [fact('problem-appeared', 'x'), fact('not-working', 'y'), fact('loop-broken', 'z')],
      once: [fact('stopped', 'all')],
    };
    const first = settle(fresh(), seen, rules({ perHour: 2 }));
    expect(told(first)).toEqual(['stopped 1 all', 'not-working 1 y']);
    expect(told(settle(first, seen, at(1_000_000, { perHour: 2 })))).toHaveLength(2);
    expect(told(settle(first, seen, at(3_600_000, { perHour: 2 }))).slice(2)).toEqual([
      'loop-broken 1 z',
      'problem-appeared 1 x',
    ]);
  });

  it('tells only the topics of the settings, and not that the others are over', () => {
    const only = { topics: ['stop'] as const };
    expect(settle(fresh(), problems('x'), rules(only)).queue).toEqual([]);
    const open = settle(settle(fresh(), problems('x'), rules()), NOTHING, at(1000, only));
    expect(told(settle(open, NOTHING, at(1000 + GRACE, only)))).toEqual(['problem-appeared 1 x']);
  });

  it('keeps the newest when too many messages wait, and the next says how many were dropped', () => {
    let ledger = fresh();
    for (let index = 0; index < MOST_QUEUED + 3; index++)
      ledger = settle(ledger, once(fact('stopped', `${index}`)), at(index * 1000, { perHour: 1000 }));
    expect(ledger.queue).toHaveLength(MOST_QUEUED);
    expect(ledger.queue[0]?.items[0]?.about).toBe('3');
    const next = settle(ledger, once(fact('stopped', 'last')), at(100_000, { perHour: 1000 }));
    const said = next.queue.reduce((sum, { dropped }) => sum + dropped, 0) + next.dropped;
    expect(next.queue.at(-1)?.dropped).toBe(1);
    expect(said).toBe(MOST_QUEUED + 4 - MOST_QUEUED);
  });

  it('forgets the oldest of what happened once, and tells none of it again', () => {
    const many = Array.from({ length: MOST_ONCE + 10 }, (_, index) =>
      fact('first-eviction', `${index}`, START + index),
    );
    const ledger = settle(fresh(), once(...many), rules());
    expect(Object.keys(ledger.once)).toHaveLength(MOST_ONCE);
    expect(settle(ledger, once(...many), at(60_000)).queue).toHaveLength(1);
  });

  it('stays far below what an annotation holds, whatever floods it', () => {
    const long = 'ä'.repeat(400);
    let ledger = fresh();
    for (let round = 0; round < 100; round++) {
      const seen: Seen = {
        lasting: Array.from({ length: 300 }, (_, index) => ({
          ...fact('problem-appeared', `${long}${round} ${index}`),
          detail: long,
        })),
        once: Array.from({ length: 300 }, (_, index) => fact('first-eviction', `${round} ${index}`)),
      };
      ledger = settle(ledger, seen, at(round * 60_000, { me: `${round % 3}`, perHour: 1000 }));
    }
    expect(Buffer.byteLength(JSON.stringify(ledger))).toBeLessThan(262_144);
  });

  it('never makes a message twice, in whatever order two processes look', () => {
    const names = fc.constantFrom('p', 'q', 'r', 's');
    const look = fc.record({ me: fc.constantFrom('a', 'b'), stops: fc.uniqueArray(names) });
    fc.assert(
      fc.property(fc.array(look, { maxLength: 20 }), (looks) => {
        let ledger = fresh();
        looks.forEach(({ me, stops }, index) => {
          const seen = once(...stops.map((name) => fact('stopped', name)));
          ledger = settle(ledger, seen, at(index * 1000, { me, perHour: 1000 }));
        });
        const items = ledger.queue.flatMap((message) => message.items.map(({ about }) => about));
        expect(items.sort()).toEqual([...new Set(looks.flatMap(({ stops }) => stops))].sort());
        expect(new Set(ledger.queue.map(({ id }) => id)).size).toBe(ledger.queue.length);
      }),
    );
  });
});

describe('a process that told alone', () => {
  const sent = (ledger: Ledger, index: number) => {
    const message = ledger.queue[index];
    if (!message) throw new Error('no such message');
    const attempt = { receiver: 'one', message, outcome: { code: 'delivered' } as const };
    return afterAttempts(ledger, [attempt], { nowMs: START, wallMs: START, giveUpMs: 1e9, random: () => 0 });
  };

  it('joins again with what it told, delivered and still has to deliver', () => {
    const base = settle(fresh(), once(fact('stopped', 'p')), rules());
    const alone = sent(settle(base, once(fact('resumed', 'p')), at(1000)), 0);
    const theirs = settle(base, problems('x'), at(2000, { me: 'b' }));
    const joined = rejoin(base, alone, theirs);
    expect(told(joined)).toEqual(['resumed 1 p', 'problem-appeared 1 x']);
    expect(joined.deliveries).toHaveLength(1);
    const seen: Seen = { ...problems('x'), once: [fact('stopped', 'p'), fact('resumed', 'p')] };
    expect(settle(joined, seen, at(3000, { me: 'b' })).queue).toHaveLength(2);
  });

  it('takes the ledger of the others as it is if it told nothing', () => {
    const base = fresh();
    const theirs = settle(base, problems('x'), rules());
    expect(rejoin(base, base, theirs)).toBe(theirs);
  });
});

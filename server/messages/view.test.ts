import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../config';
import type { Fact } from './fact';
import { freshLedger, type Ledger, MOST_PLACES } from './ledger';
import { afterAttempts, dueAttempts } from './sending';
import { settle } from './settle';
import { viewOf } from './view';

const RULES = {
  me: 'me',
  nowMs: 10,
  wallMs: 10,
  graceMs: 0,
  minIntervalMs: 0,
  perHour: 100,
  receivers: ['slack'],
  topics: ['broken-loop', 'not-working'],
} as const;

const broken = (namespace: string, name: string): Fact => ({
  code: 'loop-broken',
  key: `${namespace}/${name}`,
  about: `${namespace}/${name}`,
  detail: '',
  atMs: 5,
  path: '/',
  namespace,
});
const away: Fact = {
  code: 'not-working',
  key: 'api',
  about: 'the API server',
  detail: '',
  atMs: 5,
  path: '/',
};

function viewFor(facts: readonly Fact[], covers?: (namespace: string | undefined) => boolean) {
  const ledger = settle(freshLedger(0), { lasting: facts, once: [] }, RULES);
  const config = defaultConfig();
  const receivers = [{ key: 'slack', host: 'chat', format: 'json', url: new URL('https://chat') }] as const;
  return {
    ledger,
    view: viewOf(ledger, {
      receivers,
      config,
      isSigned: false,
      isAlone: false,
      nowMs: 10,
      wallMs: 10,
      speed: 1,
      covers,
    }),
  };
}

describe('what somebody sees of the messages who may read some namespaces', () => {
  const facts = [broken('shop', 'web'), broken('shop', 'api'), broken('bank', 'ledger'), away];
  const inShop = (namespace: string | undefined) => namespace === 'shop';

  it('is what they say about these', () => {
    const { view } = viewFor(facts, inShop);
    expect(view.waiting).toMatchObject([{ code: 'loop-broken', count: 2, about: ['shop/web', 'shop/api'] }]);
    expect(view.isPartial).toBe(true);
    expect(JSON.stringify(view)).not.toMatch(/bank|API server/);
  });

  it('is nothing of others, also of those delivered', () => {
    const { ledger } = viewFor(facts);
    const delivered = (before: Ledger) => {
      const due = dueAttempts(before, { receivers: ['slack'], wallMs: 20 });
      const done = due.map((attempt) => ({ ...attempt, outcome: { code: 'delivered' as const } }));
      return afterAttempts(before, done, { nowMs: 20, wallMs: 20, giveUpMs: 1_000, random: () => 0 });
    };
    const first = delivered(ledger);
    expect(first.deliveries.map(({ code, places }) => [code, places])).toEqual([['not-working', {}]]);
    const all = delivered(first);
    expect(all.deliveries[0]).toMatchObject({ code: 'loop-broken', count: 3, places: { shop: 2, bank: 1 } });
    expect(viewFor([away], inShop).view.waiting).toEqual([]);
  });

  it('is all for readers of the whole cluster', () => {
    const { view } = viewFor(facts, () => true);
    expect(view).toEqual(viewFor(facts).view);
    expect(view.waiting.map(({ count }) => count)).toEqual([1, 3]);
  });

  it('leaves out namespaces beyond those that a message keeps, fewest objects first', () => {
    const many = Array.from({ length: MOST_PLACES + 5 }, (_, index) => broken(`ns-${index}`, 'web'));
    const { ledger, view } = viewFor([...many, broken('ns-24', 'api')], (one) => one === 'ns-24');
    expect(Object.keys(ledger.queue[0]?.places ?? {})).toHaveLength(MOST_PLACES);
    expect(view.waiting).toMatchObject([{ count: 2 }]);
  });
});

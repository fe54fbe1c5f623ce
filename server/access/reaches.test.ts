import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENCE } from '@/tests/support/patience';
import { REVIEW_CONNECTIONS } from '../kube/connection';
import { KubeError } from '../kube/errors';
import type { Right } from '../kube/own-rights';
import { ManualClock } from '../lib/time/clock';
import { REFUSED_AGAIN, Reaches } from './reaches';
import { RIGHTS } from './rights';

const ANN = { name: 'ann', groups: ['dev'], isJudged: true };
const MANY = 1000;

let clock: ManualClock;
let granted: Set<string>;
let namespaces: Set<string>;
let asked: string[];
let isAway: boolean;
/** Answers wait for it. */
let gate: ((namespace: string) => Promise<void>) | undefined;
let reaches: Reaches;

beforeEach(() => {
  clock = new ManualClock(0);
  granted = new Set(['ns-7', 'ns-900']);
  namespaces = new Set(Array.from({ length: MANY }, (_, index) => `ns-${index}`));
  asked = [];
  isAway = false;
  gate = undefined;
  const mayDoNow = async (_: unknown, { namespace = '*' }: Right) => {
    await gate?.(namespace);
    if (isAway) throw new KubeError('away', { kind: 'unreachable', status: 0, reason: '' });
    asked.push(namespace);
    return granted.has(namespace);
  };
  const mayDo = async () => granted.has('*');
  reaches = new Reaches({ mayDo, mayDoNow, presence: { isAway: false } }, async () => namespaces, clock);
});

const seen = async () => [...((await reaches.of(ANN, RIGHTS.read)).namespaces ?? ['*'])].sort();

describe('what a person may read', () => {
  it('is everything at the cost of one question for whoever may read the whole cluster', async () => {
    granted.add('*');
    expect(await seen()).toEqual(['*']);
    expect(asked).toEqual([]);
  });

  it('is asked for once per namespace, however many pages are open', async () => {
    expect(await Promise.all([seen(), seen(), seen()])).toEqual(Array(3).fill(['ns-7', 'ns-900']));
    await seen();
    expect(asked).toHaveLength(MANY);
  });

  it('is asked for again after half a minute: all that was granted, and a part of what was refused', async () => {
    await seen();
    asked = [];
    await clock.advance(31_000);
    granted.delete('ns-7');
    expect(await seen()).toEqual(['ns-900']);
    expect(asked).toHaveLength(REFUSED_AGAIN + 2);
  });

  it('is asked for again behind an answer that is soon too old, so that nobody waits', async () => {
    await seen();
    asked = [];
    await clock.advance(21_000);
    granted.delete('ns-7');
    expect(await seen()).toEqual(['ns-7', 'ns-900']);
    await clock.advance(8_000);
    expect(await seen()).toEqual(['ns-900']);
    expect(asked).toHaveLength(REFUSED_AGAIN + 2);
  });

  it('comes in part to whoever does not wait for the rest, and says how much of it is known', async () => {
    let open: () => void = () => undefined;
    const shut = new Promise<void>((resolve) => {
      open = resolve;
    });
    gate = (namespace) => (Number(namespace.slice(3)) < 100 ? Promise.resolve() : shut);
    const part = reaches.of(ANN, RIGHTS.read, 1_000);
    const whole = seen();
    await vi.waitFor(() => expect(asked).toHaveLength(100), PATIENCE);
    await clock.advance(1_000);
    const { namespaces: known, pending } = await part;
    expect([[...(known ?? [])], pending]).toEqual([['ns-7'], { asked: 100, of: MANY }]);
    open();
    expect(await whole).toEqual(['ns-7', 'ns-900']);
    expect((await reaches.of(ANN, RIGHTS.read, 1_000)).pending).toBeUndefined();
    expect(asked).toHaveLength(MANY);
  });

  it('is asked for a bounded number of namespaces at once', async () => {
    let [now, most] = [0, 0];
    gate = async () => {
      most = Math.max(most, ++now);
      await null;
      now--;
    };
    await seen();
    expect(most).toBe(REVIEW_CONNECTIONS);
  });

  it('has what is granted later, after some rounds', async () => {
    await seen();
    granted.add('ns-999');
    for (let round = 0; round * REFUSED_AGAIN < MANY; round++) {
      await clock.advance(31_000);
      await seen();
    }
    expect(await seen()).toEqual(['ns-7', 'ns-900', 'ns-999']);
  });

  it('has new namespaces after half a minute, and none that are gone', async () => {
    await seen();
    namespaces = new Set([...namespaces, 'new']);
    namespaces.delete('ns-7');
    granted.add('new');
    await clock.advance(31_000);
    expect(await seen()).toEqual(['new', 'ns-900']);
  });

  it('stays as it was while the API server does not answer', async () => {
    await seen();
    isAway = true;
    await clock.advance(60_000);
    expect(await seen()).toEqual(['ns-7', 'ns-900']);
    await clock.advance(10 * 60_000);
    await expect(seen()).rejects.toThrow(/where ann may list/);
  });

  it('is another for another right, and for another person of the same name', async () => {
    await seen();
    await reaches.of({ ...ANN, groups: ['ops'] }, RIGHTS.read);
    await reaches.of(ANN, RIGHTS.readHpas);
    expect(asked).toHaveLength(3 * MANY);
  });
});

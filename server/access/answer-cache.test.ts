import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../lib/time/clock';
import { AnswerCache, type Presence } from './answer-cache';

const HOUR_MS = 3_600_000;

let clock: ManualClock;
let presence: Presence;
let memory: AnswerCache<string>;
/** Questions that wait for an answer. */
let open: ((value: string) => void)[];

beforeEach(() => {
  clock = new ManualClock(HOUR_MS);
  presence = { isAway: false };
  memory = new AnswerCache(clock, presence);
  open = [];
});

/** Asks an API server that says nothing until `answer`. */
const ask = (key: string, of = memory) => of.answer(key, () => new Promise((resolve) => open.push(resolve)));

async function known(key: string, of = memory): Promise<void> {
  const asked = ask(key, of);
  open.pop()?.('former');
  await asked;
}

describe('an API server that hangs', () => {
  it('keeps somebody waiting once, for half a second, and nobody after that', async () => {
    await known('ann');
    await known('bob');
    await clock.advance(31_000);
    const ann = ask('ann');
    await clock.advance(500);
    expect(await ann).toBe('former');
    expect(await ask('bob')).toBe('former');
    expect(open).toHaveLength(2);
  });

  it('fails whoever it never answered after as long, once it is known to hang', async () => {
    presence.isAway = true;
    const eve = expect(ask('eve')).rejects.toMatchObject({ kind: 'timeout' });
    await clock.advance(500);
    await eve;
  });

  it('counts as there again with its next answer, which is kept', async () => {
    await known('ann');
    await clock.advance(31_000);
    presence.isAway = true;
    expect(await ask('ann')).toBe('former');
    open.pop()?.('now');
    await Promise.resolve();
    expect(await ask('ann')).toBe('now');
    expect([presence.isAway, open]).toEqual([false, []]);
  });

  it('says nothing for ten minutes at most', async () => {
    await known('ann');
    await clock.advance(601_000);
    presence.isAway = true;
    const ann = expect(ask('ann')).rejects.toMatchObject({ kind: 'timeout' });
    await clock.advance(500);
    await ann;
  });
});

it('waits for a long answer as long as the API server answers others', async () => {
  const rounds = new AnswerCache<string>(clock, presence, true);
  await known('ann', rounds);
  await clock.advance(31_000);
  const round = ask('ann', rounds);
  await clock.advance(60_000);
  open.pop()?.('now');
  expect(await round).toBe('now');
});

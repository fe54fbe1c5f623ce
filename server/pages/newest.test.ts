import { describe, expect, it } from 'vitest';
import { VisibleNamespaces } from '@/server/access';
import { ManualClock } from '@/server/lib/time/clock';
import { countBy, type ListSpec } from './list';
import { Newest } from './newest';
import { AnswerDeadline, PatienceAfterChange, usualPatience } from './patience';
import { Sheet } from './sheet';

const PATIENCE_MS = 30;

/** Patience whose time passes by hand. */
function patience() {
  const clock = new ManualClock(0);
  return { given: new AnswerDeadline(clock, PATIENCE_MS), endIt: () => clock.advance(PATIENCE_MS) };
}

describe('what is made from the newest revision', () => {
  it('is made once for all who ask', async () => {
    const newest = new Newest<string>();
    let times = 0;
    const make = async () => `made ${++times}`;
    const both = await Promise.all([1, 2].map(() => newest.of('a', make, patience().given)));
    expect(both).toEqual(['made 1', 'made 1']);
  });

  it('is awaited however long, the first time', async () => {
    const newest = new Newest<string>();
    const { given, endIt } = patience();
    const answer = newest.of('a', () => endIt().then(() => 'first'), given);
    expect(await answer).toBe('first');
  });

  it('is that of the earlier revision once patience ends, and the new one after that', async () => {
    const newest = new Newest<string>();
    await newest.of('a', async () => 'old', patience().given);
    const slow = new ManualClock(0);
    const late = patience();
    const answer = newest.of('b', () => slow.sleep(1).then(() => 'new'), late.given);
    await late.endIt();
    expect(await answer).toBe('old');
    await slow.advance(1);
    expect(await newest.of('b', async () => 'made again', patience().given)).toBe('new');
  });

  it('is awaited for longer where nobody asked for a while, but not for ever', async () => {
    const newest = new Newest<string>();
    const clock = new ManualClock(0);
    const asking = (revision: string, make: () => Promise<string>) => {
      const given = new AnswerDeadline(clock, PATIENCE_MS);
      let answer: string | undefined;
      void newest.of(revision, make, given).then((made) => {
        answer = made;
      });
      return () => answer;
    };
    asking('a', async () => 'first');
    await clock.advance(0);
    await clock.advance(3_600_000);
    const afterAnHour = asking('b', () => clock.sleep(10 * PATIENCE_MS).then(() => 'second'));
    await clock.advance(PATIENCE_MS);
    expect(afterAnHour()).toBeUndefined();
    await clock.advance(9 * PATIENCE_MS);
    expect(afterAnHour()).toBe('second');
    await clock.advance(3_600_000);
    const ofASlowOne = asking('c', () => clock.sleep(60_000).then(() => 'third'));
    await clock.advance(1_000);
    expect(ofASlowOne()).toBe('second');
  });

  it('rests after slow work also where that is long enough to make it old', async () => {
    const clock = new ManualClock(0);
    const newest = new Newest<string>(() => clock.steady());
    const first = newest.of('a', () => clock.sleep(10_000).then(() => 'first'), usualPatience(clock));
    await clock.advance(10_000);
    expect(await first).toBe('first');
    await clock.advance(20_000);
    let again = 0;
    const make = async () => `made ${++again}`;
    expect(await newest.of('b', make, usualPatience(clock))).toBe('first');
    await clock.advance(20_001);
    expect(await newest.of('b', make, usualPatience(clock))).toBe('made 1');
  });

  it('is made one revision at a time', async () => {
    const newest = new Newest<string>(() => 0);
    const made: string[] = [];
    const make = (revision: string) => async () => {
      made.push(revision);
      return revision;
    };
    const [a, b] = await Promise.all(['a', 'b'].map((one) => newest.of(one, make(one), patience().given)));
    expect([a, b, made]).toEqual(['a', 'b', ['a', 'b']]);
  });

  /** Real time that passes as the test says, and what takes 50 ms of it to make. */
  function costing() {
    const time = { ms: 0 };
    const costly = (made: string) => async () => {
      time.ms += 50;
      return made;
    };
    return { time, costly, newest: new Newest<string>(() => time.ms) };
  }

  it('rests four times as long as it took, if that was long', async () => {
    const { time, costly, newest } = costing();
    await newest.of('a', costly('a'), patience().given);
    for (const passed of [0, 199]) {
      time.ms = 50 + passed;
      expect(await newest.of('b', costly('b'), patience().given)).toBe('a');
    }
    time.ms = 50 + 200;
    expect(await newest.of('b', costly('b'), patience().given)).toBe('b');
  });

  it('does not rest for those who look for what they just changed, and who wait longer for it', async () => {
    const clock = new ManualClock(0);
    const waiting = new PatienceAfterChange(clock);
    const { costly, newest } = costing();
    await newest.of('a', costly('a'), waiting.now());
    expect(await newest.of('b', costly('b'), waiting.now())).toBe('a');
    waiting.changed();
    const answer = newest.of('b', () => clock.sleep(1000).then(costly('b')), waiting.now());
    await clock.advance(1000);
    expect(await answer).toBe('b');
    await clock.advance(5000);
    expect(waiting.now().isForChange).toBe(false);
  });

  it('is tried again after a failure', async () => {
    const newest = new Newest<string>();
    const failing = newest.of('a', () => Promise.reject(new Error('no')), patience().given);
    await expect(failing).rejects.toThrow('no');
    expect(await newest.of('a', async () => 'made', patience().given)).toBe('made');
  });
});

describe('a page of a list that changed', () => {
  const spec: ListSpec<number, number, { sizes: ReturnType<typeof countBy<number, number>> }> = {
    parts: (row) => [row],
    namespaceOf: () => undefined,
    filters: {},
    tallies: { sizes: countBy<number, number>((part) => String(part)) },
    sorts: { size: (row) => row },
    pageSize: 5,
  };
  const query = { filters: {}, sort: 'size', descending: true, page: 1, reach: VisibleNamespaces.all };
  const shown = async (sheet: Sheet<number>, given: AnswerDeadline) =>
    (await sheet.page(spec, query, given)).rows.map(({ row }) => row);

  it('is that of the earlier list if sorting takes too long, then that of the new one', async () => {
    const many = Array.from({ length: 200_000 }, (_, index) => index);
    const former = new Sheet([1, 2]);
    expect(await shown(former, patience().given)).toEqual([2, 1]);
    const sheet = new Sheet(many, former);
    const { given, endIt } = patience();
    const answer = shown(sheet, given);
    await endIt();
    expect(await answer).toEqual([2, 1]);
    expect(await shown(sheet, patience().given)).toEqual([199_999, 199_998, 199_997, 199_996, 199_995]);
  });
});

import { expect, it } from 'vitest';
import { ManualClock } from '../../lib/time/clock';
import type { CheckpointStore } from './checkpoint-store';
import { Checkpoints, DatabaseAway } from './checkpoints';

const NOTHING = {} as CheckpointStore;

function setup(open: () => Promise<CheckpointStore> = async () => NOTHING) {
  const wallClock = new ManualClock(0);
  return { wallClock, checkpoints: new Checkpoints({ wallClock, open }) };
}

it('asks a database that failed again only after a pause, and says until then why', async () => {
  const { wallClock, checkpoints } = setup();
  let asked = 0;
  const failing = async () => {
    asked++;
    throw new Error('the disk is full');
  };
  await expect(checkpoints.ask(failing)).rejects.toThrow(DatabaseAway);
  await expect(checkpoints.ask(failing)).rejects.toThrow('the disk is full');
  expect(asked).toBe(1);
  await wallClock.advance(500);
  await expect(checkpoints.ask(async () => 'there')).resolves.toBe('there');
  await expect(checkpoints.ask(async () => 'there')).resolves.toBe('there');
});

it('waits a few seconds for an answer, and holds no more than two connections without one', async () => {
  const { wallClock, checkpoints } = setup();
  let asked = 0;
  let answer: ((what: string) => void) | undefined;
  const unanswered = () => {
    asked++;
    return new Promise<string>((resolve) => {
      answer = resolve;
    });
  };
  for (let round = 0; round < 4; round++) {
    const asking = expect(checkpoints.ask(unanswered)).rejects.toThrow('the database does not answer');
    await wallClock.advance(5_000);
    await asking;
    await wallClock.advance(60_000);
  }
  expect(asked).toBe(2);
  answer?.('late');
  await wallClock.advance(60_000);
  await expect(checkpoints.ask(async () => 'there')).resolves.toBe('there');
});

it('opens the database again after it could not be opened', async () => {
  let opened = 0;
  const { wallClock, checkpoints } = setup(async () => {
    if (++opened === 1) throw new Error('no such host');
    return NOTHING;
  });
  await expect(checkpoints.ask(async () => 1)).rejects.toThrow('no such host');
  await wallClock.advance(500);
  await expect(checkpoints.ask(async () => 1)).resolves.toBe(1);
  await expect(checkpoints.ask(async () => 2)).resolves.toBe(2);
  expect(opened).toBe(2);
});

it('removes what an embedded cluster that is gone has left', async () => {
  let cleared = 0;
  const clear = async () => {
    cleared++;
  };
  const store = { ...NOTHING, clear } as CheckpointStore;
  const checkpoints = new Checkpoints({
    wallClock: new ManualClock(0),
    open: async () => store,
    startsAnew: true,
  });
  await checkpoints.ask(async () => 1);
  await checkpoints.ask(async () => 2);
  expect(cleared).toBe(1);
});

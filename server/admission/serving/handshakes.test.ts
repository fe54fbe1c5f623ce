import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../lib/time/clock';
import { Handshakes } from './handshakes';

function arriving() {
  const clock = new ManualClock(0);
  const begun: number[] = [];
  const idOf = (socket: Socket) => (socket as unknown as { id: number }).id;
  const handshakes = new Handshakes(
    clock,
    (socket) => begun.push(idOf(socket)),
    (socket) => idOf(socket) >= 100,
  );
  const add = (id: number) => {
    const socket = { id, destroyed: false, destroy: () => Object.assign(socket, { destroyed: true }) };
    handshakes.add(socket as unknown as Socket);
    return socket;
  };
  return { clock, begun, add, handshakes };
}

describe('handshakes', () => {
  it('begin at once while few come', async () => {
    const { begun, add, clock } = arriving();
    for (const id of [1, 2]) add(id);
    await clock.advance(10);
    add(3);
    expect(begun).toEqual([1, 2, 3]);
  });

  it('begin a few at a time while many come, the newest first', async () => {
    const { begun, add, clock } = arriving();
    for (let id = 1; id <= 10; id++) add(id);
    expect(begun).toEqual([1, 2, 3, 4]);
    await clock.advance(10);
    expect(begun.slice(4)).toEqual([10, 9, 8, 7]);
    add(11);
    await clock.advance(10);
    expect(begun.slice(8)).toEqual([11, 6, 5]);
  });

  it('begin first for who comes from where the API server comes from', async () => {
    const { begun, add, clock } = arriving();
    for (const id of [1, 2, 3, 4, 5, 100, 6, 7, 8, 101, 9]) add(id);
    await clock.advance(10);
    expect(begun.slice(4)).toEqual([101, 100, 9, 8]);
  });

  it('do not begin for who has gone, nor after the end', async () => {
    const { begun, add, clock, handshakes } = arriving();
    for (let id = 1; id <= 4; id++) add(id);
    const gone = add(5);
    const waiting = add(6);
    gone.destroy();
    handshakes.close();
    await clock.advance(100);
    expect([begun, waiting.destroyed]).toEqual([[1, 2, 3, 4], true]);
  });
});

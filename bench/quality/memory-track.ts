import { amountsFrom } from '@/server/objects/quantity';
import type { Onlooker } from '@/server/replay/engine/replay';
import type { ReplayWorkload } from '@/server/replay/engine/workload';

const GIB = 2 ** 30;
export const SLOT_MS = 300_000;

/** GiB in each slot of five minutes since the time that counts, as numbers of single precision in base64. */
export type Track = string;

export function packTrack(values: readonly number[]): Track {
  return Buffer.from(Float32Array.from(values).buffer).toString('base64');
}

export function unpackTrack(track: Track): Float32Array {
  const bytes = Buffer.from(track, 'base64');
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / Float32Array.BYTES_PER_ELEMENT);
}

/** The memory that one replica of a workload uses on average, at its highest in each slot. */
export function usedTrack(
  { stepMs, steps }: Pick<ReplayWorkload, 'stepMs' | 'steps'>,
  countsFrom: number,
  replicas: readonly ArrayLike<number>[],
): Track {
  const slots = Math.floor(((steps - countsFrom) * stepMs) / SLOT_MS);
  const used = new Array<number>(Math.max(0, slots)).fill(0);
  for (let slot = 0; slot < slots; slot++) {
    const from = countsFrom + Math.floor((slot * SLOT_MS) / stepMs);
    const to = Math.max(from + 1, countsFrom + Math.floor(((slot + 1) * SLOT_MS) / stepMs));
    for (let step = from; step < to; step++) {
      const now = replicas.reduce((sum, values) => sum + (values[step] || 0), 0) / replicas.length;
      if (now > (used[slot] ?? 0)) used[slot] = now;
    }
  }
  return packTrack(used);
}

/** Watches what the pods of a replay request of memory. */
export class RequestedTrack implements Onlooker {
  private readonly changes: { atMs: number; gib: number }[] = [];

  podsAre: NonNullable<Onlooker['podsAre']> = (pods, nowMs) => {
    const bytes = pods.reduce(
      (sum, { spec }) =>
        sum +
        spec.containers.reduce(
          (own, { resources }) => own + (amountsFrom(resources?.requests).memory ?? 0),
          0,
        ),
      0,
    );
    this.changes.push({ atMs: nowMs, gib: bytes / GIB / Math.max(1, pods.length) });
  };

  /** What one replica requests on average in each slot from a time on. */
  from(startMs: number, slots: number): Track {
    const requested: number[] = [];
    let next = 0;
    let gib = 0;
    for (let slot = 0; slot < slots; slot++) {
      for (
        let change = this.changes[next];
        change && change.atMs <= startMs + slot * SLOT_MS;
        change = this.changes[++next]
      )
        gib = change.gib;
      requested.push(gib);
    }
    return packTrack(requested);
  }
}

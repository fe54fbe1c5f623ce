import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { Block, COLUMNS, FIRST_COLUMNS } from './block';
import { slotsOf, type Tier } from './tiers';

const deflate = promisify(deflateRaw);

/** The first byte of a stored block: its format. */
const VERSION = 1;
/** Bits of a single-precision number that are stored: 13 of its 24, or one part in 8,192. None is in its fourth byte. */
const KEPT_OF_THIRD = 0xf8;
const HALF_OF_LOST = 0x0400;
/** Without its sign. What is larger than infinity is no number. */
const LARGEST = 0x7f_ff_ff_ff;
const INFINITE = 0x7f_80_00_00;
const BYTES = 4;
/** A block of the finest tier has 4.8 kB: by default, zlib clears a quarter of a megabyte for each. */
const FOR_SMALL = { windowBits: 13, memLevel: 6 };

/** A stored block that cannot be read. */
export class BlockError extends Error {
  override readonly name = 'BlockError';
}

/**
 * Packs a block: rounds each number to one part in 8,192, writes the first bytes of all, then the second ones
 * and so on, since those are similar, then deflates. Columns that were added later follow as a second stream, if
 * anything of them is known: programs that do not know them stop at the end of the first.
 */
export async function packBlock({ values, tier }: Block): Promise<Uint8Array> {
  const first = slotsOf(tier) * FIRST_COLUMNS;
  const added = values.subarray(first);
  return Buffer.concat([
    Uint8Array.of(VERSION),
    await packed(values.subarray(0, first)),
    ...(added.every(Number.isNaN) ? [] : [await packed(added)]),
  ]);
}

function packed(values: Float32Array): Promise<Uint8Array> {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const count = bits.length;
  const planes = new Uint8Array(count * BYTES);
  for (let index = 0; index < count; index++) {
    const one = bits[index] ?? 0;
    const rounded = (one & LARGEST) > INFINITE ? one : one + HALF_OF_LOST;
    planes[index] = rounded >>> 24;
    planes[count + index] = rounded >>> 16;
    planes[2 * count + index] = (rounded >>> 8) & KEPT_OF_THIRD;
  }
  return deflate(planes, FOR_SMALL);
}

/** @throws BlockError if the bytes are no block of the tier */
export async function unpackBlock(tier: Tier, startMs: number, stored: Uint8Array): Promise<Block> {
  if (stored[0] !== VERSION) throw new BlockError(`a stored block has version ${stored[0]}`);
  const block = new Block(tier, startMs);
  const first = slotsOf(tier) * FIRST_COLUMNS;
  const read = await unpackInto(block.values.subarray(0, first), stored.subarray(1));
  const rest = stored.subarray(1 + read);
  if (rest.length > 0) await unpackInto(block.values.subarray(first, slotsOf(tier) * COLUMNS), rest);
  return block;
}

/** Returns how many bytes were read. @throws BlockError */
async function unpackInto(values: Float32Array, stored: Uint8Array): Promise<number> {
  const count = values.length;
  const { planes, read } = await inflated(stored, count * BYTES);
  if (planes.length !== count * BYTES) throw new BlockError(`a stored block has ${planes.length} bytes`);
  const bits = new Uint32Array(values.buffer, values.byteOffset, count);
  for (let index = 0; index < count; index++) {
    bits[index] =
      ((planes[index] ?? 0) << 24) |
      ((planes[count + index] ?? 0) << 16) |
      ((planes[2 * count + index] ?? 0) << 8) |
      (planes[3 * count + index] ?? 0);
  }
  return read;
}

/** The first stream in these bytes, and how many of them it has. @throws BlockError */
function inflated(stored: Uint8Array, most: number): Promise<{ planes: Uint8Array; read: number }> {
  return new Promise((resolve, reject) => {
    inflateRaw(stored, { maxOutputLength: most, info: true }, (cause, result) => {
      if (cause) {
        reject(new BlockError('a stored block cannot be unpacked', { cause }));
        return;
      }
      // With `info`, the result has the engine beside the bytes (Node.js, zlib, class Options).
      const { buffer, engine } = result as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
      resolve({ planes: buffer, read: engine.bytesWritten });
    });
  });
}

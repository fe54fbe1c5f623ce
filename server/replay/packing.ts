import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
/** A stored outcome that unpacks to more is broken. */
const MOST_BYTES = 2 ** 26;

export async function packed(value: unknown): Promise<Uint8Array> {
  return deflate(JSON.stringify(value));
}

/** What was packed; undefined if it cannot be read. */
export async function unpacked<T>(data: Uint8Array): Promise<T | undefined> {
  try {
    return JSON.parse((await inflate(data, { maxOutputLength: MOST_BYTES })).toString()) as T;
  } catch {
    return undefined;
  }
}

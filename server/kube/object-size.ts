/** Of one object, more than this is not kept, without who manages which of its fields. */
export const LARGEST_OBJECT_BYTES = 256 * 1024;

/** What a value takes beside its text. */
const BYTES_OF_VALUE = 8;

/** What a parsed object takes, about as long as its JSON; stops counting once that is more than `most`. */
export function bytesOf(object: unknown, most: number): number {
  let bytes = 0;
  const waiting: unknown[] = [object];
  while (waiting.length > 0 && bytes <= most) {
    const value = waiting.pop();
    bytes += BYTES_OF_VALUE;
    if (typeof value === 'string') bytes += value.length;
    else if (Array.isArray(value)) {
      bytes += value.length;
      if (bytes <= most) for (const one of value) waiting.push(one);
    } else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) {
        bytes += key.length;
        waiting.push(one);
      }
  }
  return bytes;
}

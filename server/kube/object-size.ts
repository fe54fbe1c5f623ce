/** Of one object, more than this is not kept, without who manages which of its fields. */
export const LARGEST_OBJECT_BYTES = 256 * 1024;

/** What a value takes beside its text. */
const BYTES_OF_VALUE = 8;

/** What a parsed object takes, about as long as its JSON; stops counting once that is more than `most`. */
export function bytesOf(object: unknown, most: number): number {
  let bytes = 0;
  const waiting: Record<string, unknown>[] = [];
  const count = (value: unknown) => {
    bytes += BYTES_OF_VALUE;
    if (typeof value === 'string') bytes += value.length;
    else if (typeof value === 'object' && value !== null) waiting.push(value as Record<string, unknown>);
  };
  count(object);
  for (let value = waiting.pop(); value && bytes <= most; value = waiting.pop()) {
    if (Array.isArray(value)) {
      bytes += value.length;
      if (bytes <= most) for (const one of value) count(one);
    } else
      for (const key in value) {
        bytes += key.length;
        count(value[key]);
      }
  }
  return bytes;
}

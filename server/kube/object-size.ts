/** Of one object, more than this is not kept, without who manages which of its fields. */
export const LARGEST_OBJECT_BYTES = 256 * 1024;

/** What a value takes beside its text. */
const BYTES_OF_VALUE = 8;

/** Whether a parsed object takes more than this, about as long as its JSON; stops once it knows. */
export function isLargerThan(object: unknown, mostBytes: number): boolean {
  let left = mostBytes;
  const waiting: unknown[] = [object];
  while (waiting.length > 0 && left >= 0) {
    const value = waiting.pop();
    left -= BYTES_OF_VALUE;
    if (typeof value === 'string') left -= value.length;
    else if (Array.isArray(value)) {
      left -= value.length;
      if (left >= 0) for (const one of value) waiting.push(one);
    } else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) {
        left -= key.length;
        waiting.push(one);
      }
  }
  return left < 0;
}

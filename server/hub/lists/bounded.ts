const LONGEST_TEXT = 4_000;
const LONGEST_KEY = 300;
const MOST_IN_ONE = 2_000;
const DEEPEST = 16;
/** So that sums and differences are numbers. */
const MOST = 1e18;

/**
 * JSON that a member sent, cut to what a page can show: no text, list or number is longer, larger or deeper. Nearly
 * all fit as they are, and are not copied.
 */
export function boundedJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? value.slice(0, LONGEST_TEXT) : value;
  if (typeof value === 'number') return Math.min(Math.max(value, -MOST), MOST);
  if (value === null || typeof value !== 'object') return value;
  if (depth === DEEPEST) return null;
  if (!Array.isArray(value)) return boundObject(value as Record<string, unknown>, depth);
  boundList(value, depth);
  return value;
}

function boundList(list: unknown[], depth: number): void {
  if (list.length > MOST_IN_ONE) list.length = MOST_IN_ONE;
  for (const [index, one] of list.entries()) {
    const bounded = boundedJson(one, depth + 1);
    if (bounded !== one) list[index] = bounded;
  }
}

function boundObject(object: Record<string, unknown>, depth: number): Record<string, unknown> {
  const all = Object.keys(object);
  const kept = all.slice(0, MOST_IN_ONE).filter((key) => key.length <= LONGEST_KEY && key !== '__proto__');
  // Anew, for to take many keys out of an object costs far more than to leave them.
  const into: Record<string, unknown> = kept.length === all.length ? object : {};
  for (const key of kept) {
    const bounded = boundedJson(object[key], depth + 1);
    if (into !== object || bounded !== object[key]) into[key] = bounded;
  }
  return into;
}

/** So that whoever walks, writes or checks one takes few milliseconds. */
const MOST_OF_ONE = { values: 20_000, characters: 512 * 1024 };

/** Whether JSON that a member sent is as long as one row or rule may be: others run only in between. */
export function isShort(value: unknown): boolean {
  const left = { ...MOST_OF_ONE };
  const takes = (one: unknown): boolean => {
    if (typeof one === 'string') left.characters -= one.length;
    left.values--;
    if (left.values < 0 || left.characters < 0) return false;
    if (one === null || typeof one !== 'object') return true;
    if (Array.isArray(one)) return one.every(takes);
    for (const key in one) {
      left.characters -= key.length;
      if (!takes((one as Record<string, unknown>)[key])) return false;
    }
    return true;
  };
  return takes(value);
}

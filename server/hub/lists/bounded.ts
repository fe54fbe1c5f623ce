const LONGEST_TEXT = 4_000;
const LONGEST_KEY = 300;
const MOST_IN_ONE = 2_000;
const DEEPEST = 16;
/** So that sums and differences are numbers. */
const MOST = 1e18;

/** JSON that a member sent, cut to what a page can show: no text, list or number is longer, larger or deeper. */
export function boundedJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? value.slice(0, LONGEST_TEXT) : value;
  if (typeof value === 'number') return Math.min(Math.max(value, -MOST), MOST);
  if (value === null || typeof value !== 'object') return value;
  if (depth === DEEPEST) return null;
  if (Array.isArray(value)) return value.slice(0, MOST_IN_ONE).map((one) => boundedJson(one, depth + 1));
  const entries = Object.entries(value).slice(0, MOST_IN_ONE);
  return Object.fromEntries(
    entries
      .filter(([key]) => key.length <= LONGEST_KEY && key !== '__proto__')
      .map(([key, one]) => [key, boundedJson(one, depth + 1)]),
  );
}

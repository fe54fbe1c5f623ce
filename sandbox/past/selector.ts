/** A query that this part of Prometheus does not know. */
export class UnknownQueryError extends Error {
  override readonly name = 'UnknownQueryError';
}

type Labels = Readonly<Record<string, string>>;

export interface SeriesSelector {
  /** Empty if the series are selected by a pattern of `__name__`. */
  metric: string;
  matches(labels: Labels): boolean;
  /** Of `[3600s]`, in milliseconds. */
  windowMs?: number;
  /** Of `max by (a, b) (…)`. */
  by?: readonly string[];
}

const WINDOW_UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `{label="value",…}`, quotes and braces within values included. */
const MATCHERS = String.raw`\{((?:[^}"]|"(?:[^"\\]|\\.)*")*)\}`;
const EVERY_MATCHERS = new RegExp(MATCHERS, 'g');
const SERIES = new RegExp(`([a-zA-Z_:][\\w:]*)?${MATCHERS}`);

/** The parts of a sum or a ratio of two; one part if the query is neither. @throws UnknownQueryError of other arithmetic */
export function termsOf(query: string): { terms: string[]; isRatio: boolean } {
  const terms = query.split(/(?<=\)) [+/] (?=[a-z])/);
  const withoutMatchers = (text: string) => text.replace(EVERY_MATCHERS, '');
  if (terms.some((term) => / [-+*/%^] /.test(withoutMatchers(term))))
    throw new UnknownQueryError(`this arithmetic is not known: ${query}`);
  return { terms, isRatio: / \/ /.test(withoutMatchers(query)) };
}

/** Reads `metric{label="value",…}`, `{__name__=~"pattern",…}`, `[window]` and `AGGREGATE by (…)`. @throws UnknownQueryError */
export function seriesSelectorFrom(query: string): SeriesSelector {
  const [, metric = '', matchers] = SERIES.exec(query) ?? [];
  if (matchers === undefined || (metric === '' && !/\b__name__\b/.test(matchers)))
    throw new UnknownQueryError(`no series are selected in ${query}`);
  const tests = [...matchers.matchAll(/([a-zA-Z_]\w*)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"/g)].map(
    ([, label = '', operator = '', text = '']) => testOf(label, operator, text.replace(/\\(.)/g, '$1')),
  );
  const [, length, unit] = /\[(\d+)(ms|[smhd])\]/.exec(query) ?? [];
  const by = /\bby\s*\(([^)]*)\)/.exec(query)?.[1];
  return {
    metric,
    matches: (labels) => tests.every((test) => test(labels)),
    ...(length && unit && { windowMs: Number(length) * (WINDOW_UNITS[unit] ?? 1) }),
    ...(by !== undefined && { by: by.split(',').map((label) => label.trim()) }),
  };
}

function testOf(label: string, operator: string, text: string): (labels: Labels) => boolean {
  if (operator === '=') return (labels) => (labels[label] ?? '') === text;
  if (operator === '!=') return (labels) => (labels[label] ?? '') !== text;
  const pattern = new RegExp(`^(?:${text})$`);
  return (labels) => pattern.test(labels[label] ?? '') === (operator === '=~');
}

import { isJsonObject } from '@/sandbox/api/json';

type Step = { key: string } | { index: number } | { all: true } | { filter: string[]; equals: string };

const STEP =
  /\.([A-Za-z0-9_-]+(?:\\\.[A-Za-z0-9_-]+)*)|\[(-?\d+)\]|\[['"]([^'"]+)['"]\]|\[\*\]|\.\*|\[\?\(@((?:\.[A-Za-z0-9_-]+)+)\s*==\s*['"]([^'"]*)['"]\)\]/y;

/**
 * Compiles the part of JSONPath that printer columns use: `.a.b`, `[0]`, `[*]`, `['a']` and filters
 * `[?(@.type=='Ready')]`. The result finds every value at the path; an invalid path finds none.
 */
export function jsonPath(text: string): (value: unknown) => unknown[] {
  const steps = parse(text.replace(/^\{?\$?/, '').replace(/\}$/, ''));
  return (value) =>
    steps?.reduce<unknown[]>((found, step) => found.flatMap((each) => follow(each, step)), [value]) ?? [];
}

function parse(text: string): Step[] | undefined {
  const steps: Step[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const match = STEP.exec(text);
    if (!match) return undefined;
    const [, key, index, quoted, filter, equals] = match;
    if (key !== undefined) steps.push({ key: key.replaceAll('\\.', '.') });
    else if (index !== undefined) steps.push({ index: Number(index) });
    else if (quoted !== undefined) steps.push({ key: quoted });
    else if (filter !== undefined) steps.push({ filter: filter.split('.').slice(1), equals: equals ?? '' });
    else steps.push({ all: true });
  }
  return steps;
}

function follow(value: unknown, step: Step): unknown[] {
  if ('key' in step) return isJsonObject(value) && value[step.key] !== undefined ? [value[step.key]] : [];
  if ('all' in step) return isJsonObject(value) ? Object.values(value) : Array.isArray(value) ? value : [];
  if (!Array.isArray(value)) return [];
  if ('index' in step) {
    const item: unknown = value.at(step.index);
    return item === undefined ? [] : [item];
  }
  return value.filter((item) => {
    let field: unknown = item;
    for (const key of step.filter) field = isJsonObject(field) ? field[key] : undefined;
    return String(field) === step.equals;
  });
}

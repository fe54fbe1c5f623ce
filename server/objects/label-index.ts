import { type Labels, type Requirement, type Selector, selectorMatches } from './selector';

const SEPARATOR = '\u0000';

/** One text per set of labels, independent of their order. */
export function labelsKey(labels: Labels): string {
  const parts: string[] = [];
  for (const key of Object.keys(labels).sort()) parts.push(key, labels[key] ?? '');
  return parts.join(SEPARATOR);
}

/** Lists of items by label key and value. */
class LabelTable<Item> {
  private readonly byKey = new Map<string, Map<string, Item[]>>();

  add(key: string, value: string, item: Item): void {
    const values = this.byKey.get(key);
    if (values) push(values, value, item);
    else this.byKey.set(key, new Map([[value, [item]]]));
  }

  remove(key: string, value: string, item: Item): void {
    const values = this.byKey.get(key);
    if (!values) return;
    drop(values, value, item);
    if (values.size === 0) this.byKey.delete(key);
  }

  listOf(key: string, value: string): readonly Item[] | undefined {
    return this.byKey.get(key)?.get(value);
  }

  listsOf(key: string): Iterable<readonly Item[]> {
    return this.byKey.get(key)?.values() ?? [];
  }
}

/** Items found by their labels; a selector only checks those that share a label with it. */
export class LabelPostings<Item extends { readonly labels: Labels }> {
  private readonly all = new Set<Item>();
  private readonly table = new LabelTable<Item>();

  add(item: Item): void {
    this.all.add(item);
    for (const [key, value] of Object.entries(item.labels)) this.table.add(key, value, item);
  }

  remove(item: Item): void {
    this.all.delete(item);
    for (const [key, value] of Object.entries(item.labels)) this.table.remove(key, value, item);
  }

  /** Every item whose labels satisfy `selector`. */
  matching(selector: Selector): Item[] {
    const found: Item[] = [];
    for (const list of this.candidates(selector))
      for (const item of list) if (selectorMatches(selector, item.labels)) found.push(item);
    return found;
  }

  /** Disjoint lists that together contain every match: those of the most selective requirement. */
  private candidates(selector: Selector): Iterable<Item>[] {
    let best: Iterable<Item>[] = [this.all];
    let fewest = this.all.size;
    for (const requirement of selector) {
      const lists = this.listsFor(requirement);
      if (!lists) continue;
      const size = lists.reduce((sum, list) => sum + list.length, 0);
      if (size < fewest) {
        best = lists;
        fewest = size;
      }
    }
    return best;
  }

  private listsFor({ key, operator, values }: Requirement): (readonly Item[])[] | undefined {
    switch (operator) {
      case 'In':
        return [...new Set(values)].map((value) => this.table.listOf(key, value) ?? []);
      case 'Exists':
      case 'GreaterThan':
      case 'LessThan':
        return [...this.table.listsOf(key)];
      case 'NotIn':
      case 'DoesNotExist':
        return undefined;
    }
  }
}

/** The label a selector is filed under: it matches only label sets with one of `values` for `key`. */
interface Anchor {
  readonly key: string;
  /** Absent: any value. */
  readonly values?: readonly string[];
}

const ANY_VALUE = '';

/** Selectors found by labels: each is filed under one label it requires, the least crowded. */
export class SelectorPostings<Item extends { readonly selector: Selector }> {
  private readonly byValue = new LabelTable<Item>();
  private readonly byKey = new LabelTable<Item>();
  private readonly unanchored = new Set<Item>();
  private readonly anchors = new Map<Item, Anchor>();

  add(item: Item): void {
    const anchor = this.anchorOf(item.selector);
    if (!anchor) {
      this.unanchored.add(item);
      return;
    }
    this.anchors.set(item, anchor);
    if (!anchor.values) this.byKey.add(anchor.key, ANY_VALUE, item);
    else for (const value of anchor.values) this.byValue.add(anchor.key, value, item);
  }

  remove(item: Item): void {
    const anchor = this.anchors.get(item);
    this.anchors.delete(item);
    if (!anchor) this.unanchored.delete(item);
    else if (!anchor.values) this.byKey.remove(anchor.key, ANY_VALUE, item);
    else for (const value of anchor.values) this.byValue.remove(anchor.key, value, item);
  }

  /** Every item whose selector matches `labels`. */
  *matching(labels: Labels): Generator<Item> {
    for (const [key, value] of Object.entries(labels)) {
      yield* matchingIn(this.byValue.listOf(key, value) ?? [], labels);
      yield* matchingIn(this.byKey.listOf(key, ANY_VALUE) ?? [], labels);
    }
    yield* matchingIn(this.unanchored, labels);
  }

  private anchorOf(selector: Selector): Anchor | undefined {
    let best: Anchor | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const { key, operator, values } of selector) {
      if (operator === 'NotIn' || operator === 'DoesNotExist') continue;
      const anchor: Anchor = operator === 'In' ? { key, values: [...new Set(values)] } : { key };
      const crowd = this.crowdAt(anchor);
      if (crowd < fewest) {
        best = anchor;
        fewest = crowd;
      }
    }
    return best;
  }

  /** How many selectors a label set meets there; filing by key alone costs more, since more sets have it. */
  private crowdAt({ key, values }: Anchor): number {
    if (!values) return KEY_ALONE_COST + (this.byKey.listOf(key, ANY_VALUE)?.length ?? 0);
    return values.reduce((sum, value) => sum + 1 + (this.byValue.listOf(key, value)?.length ?? 0), 0);
  }
}

const KEY_ALONE_COST = 1000;

function* matchingIn<Item extends { readonly selector: Selector }>(
  items: Iterable<Item>,
  labels: Labels,
): Generator<Item> {
  for (const item of items) if (selectorMatches(item.selector, labels)) yield item;
}

/** Adds to the list of a key. */
function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Removes one value from the list of a key; the order of the rest may change. */
function drop<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (!list) return;
  removeFrom(list, value);
  if (list.length === 0) lists.delete(key);
}

/** Removes one value from a list; the last one takes its place. */
export function removeFrom<V>(list: V[], value: V): void {
  const index = list.indexOf(value);
  if (index < 0) return;
  const last = list.pop();
  if (last !== undefined && index < list.length) list[index] = last;
}

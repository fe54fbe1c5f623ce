import { type Labels, type Requirement, type Selector, selectorMatches } from './selector';

const PAIR = '\u0000';
const NONE: never[] = [];

/** One text per set of labels, whatever their order. */
export function labelsKey(labels: Labels): string {
  const keys = Object.keys(labels).sort();
  let text = '';
  for (const key of keys) text += `${key}${PAIR}${labels[key]}${PAIR}`;
  return text;
}

/** Items found by the labels they carry; a selector only meets those that share a label with it. */
export class LabelPostings<Item extends { readonly labels: Labels }> {
  private readonly all = new Set<Item>();
  private readonly byPair = new Map<string, Item[]>();
  private readonly byKey = new Map<string, Item[]>();

  add(item: Item): void {
    this.all.add(item);
    for (const [key, value] of Object.entries(item.labels)) {
      push(this.byPair, key + PAIR + value, item);
      push(this.byKey, key, item);
    }
  }

  remove(item: Item): void {
    this.all.delete(item);
    for (const [key, value] of Object.entries(item.labels)) {
      drop(this.byPair, key + PAIR + value, item);
      drop(this.byKey, key, item);
    }
  }

  /** Every item whose labels satisfy `selector`. */
  matching(selector: Selector): Item[] {
    const found: Item[] = [];
    for (const list of this.candidates(selector))
      for (const item of list) if (selectorMatches(selector, item.labels)) found.push(item);
    return found;
  }

  /** Disjoint lists that together hold every match: those of the requirement that leaves the fewest. */
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

  private listsFor(requirement: Requirement): Item[][] | undefined {
    switch (requirement.operator) {
      case 'In':
        return requirement.values.map((value) => this.byPair.get(requirement.key + PAIR + value) ?? NONE);
      case 'Exists':
      case 'GreaterThan':
      case 'LessThan':
        return [this.byKey.get(requirement.key) ?? NONE];
      case 'NotIn':
      case 'DoesNotExist':
        return undefined;
    }
  }
}

/** Selectors found by labels: each is filed under one label it cannot do without, the least crowded. */
export class SelectorPostings<Item extends { readonly selector: Selector }> {
  private readonly byPair = new Map<string, Item[]>();
  private readonly byKey = new Map<string, Item[]>();
  private readonly unanchored = new Set<Item>();
  private readonly anchors = new Map<Item, Requirement>();

  add(item: Item): void {
    const anchor = this.anchorOf(item.selector);
    if (!anchor) {
      this.unanchored.add(item);
      return;
    }
    this.anchors.set(item, anchor);
    if (anchor.operator === 'In')
      for (const value of anchor.values) push(this.byPair, anchor.key + PAIR + value, item);
    else push(this.byKey, anchor.key, item);
  }

  remove(item: Item): void {
    const anchor = this.anchors.get(item);
    this.anchors.delete(item);
    if (!anchor) this.unanchored.delete(item);
    else if (anchor.operator === 'In')
      for (const value of anchor.values) drop(this.byPair, anchor.key + PAIR + value, item);
    else drop(this.byKey, anchor.key, item);
  }

  /** Every item whose selector `labels` satisfy. */
  *matching(labels: Labels): Generator<Item> {
    for (const [key, value] of Object.entries(labels)) {
      for (const item of this.byPair.get(key + PAIR + value) ?? NONE)
        if (selectorMatches(item.selector, labels)) yield item;
      for (const item of this.byKey.get(key) ?? NONE) if (selectorMatches(item.selector, labels)) yield item;
    }
    for (const item of this.unanchored) if (selectorMatches(item.selector, labels)) yield item;
  }

  private anchorOf(selector: Selector): Requirement | undefined {
    let best: Requirement | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const requirement of selector) {
      const crowd = this.crowdAt(requirement);
      if (crowd < fewest) {
        best = requirement;
        fewest = crowd;
      }
    }
    return best;
  }

  private crowdAt({ key, operator, values }: Requirement): number {
    switch (operator) {
      case 'In':
        return values.reduce((sum, value) => sum + 1 + (this.byPair.get(key + PAIR + value)?.length ?? 0), 0);
      case 'Exists':
      case 'GreaterThan':
      case 'LessThan':
        return 1000 + (this.byKey.get(key)?.length ?? 0);
      case 'NotIn':
      case 'DoesNotExist':
        return Number.POSITIVE_INFINITY;
    }
  }
}

/** Adds to the list of a key. */
export function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Takes one value out of the list of a key; the order of the rest may change. */
export function drop<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (!list) return;
  removeFrom(list, value);
  if (list.length === 0) lists.delete(key);
}

/** Takes one value out of a list; the last one takes its place. */
export function removeFrom<V>(list: V[], value: V): void {
  const index = list.indexOf(value);
  if (index < 0) return;
  const last = list.pop();
  if (last !== undefined && index < list.length) list[index] = last;
}

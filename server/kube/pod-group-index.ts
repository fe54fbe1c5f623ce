import { isDeepStrictEqual } from 'node:util';
import { ofKey } from '../lib/memo/of-key';
import { errorText } from '../lib/report/errors';
import { SelectorPostings } from '../objects/label-index';
import { keyOf } from '../objects/object-key';
import type { PodGroup } from '../objects/plumbline-types';
import { type Labels, type Selector, selectorFrom } from '../objects/selector';
import type { SelectorLookup } from '../objects/workload-kinds';
import { faultOf, type ObjectFault } from '../words/object-fault';
import type { WatchCache } from './watch-cache';

interface Filed {
  readonly name: string;
  readonly selector: Selector;
}

interface NamespaceGroups {
  /** Changes whenever a selector of the namespace does; a value is never used twice. */
  revision: number;
  readonly postings: SelectorPostings<Filed>;
  readonly filed: Map<string, Filed>;
  /** What was found, by the labels object: most pods of a workload share one. */
  found: WeakMap<Labels, readonly string[]>;
}

const NONE: readonly never[] = [];
const NO_LABELS: Labels = {};

/** The pods of a group, or why they cannot be determined. An empty selector is the whole namespace. */
export function selectorOfGroup({ spec }: PodGroup): SelectorLookup {
  try {
    if (!spec?.selector)
      return { kind: 'unusable', detail: 'it has no selector; an empty one is the whole namespace' };
    return { kind: 'selector', selector: selectorFrom(spec.selector) };
  } catch (error) {
    return { kind: 'unusable', detail: errorText(error) };
  }
}

/** PodGroups by namespace and by the labels they select, so that a pod meets only those that may select it. */
export class PodGroupIndex {
  private readonly namespaces = new Map<string, NamespaceGroups>();
  private readonly unusable = new Map<string, ObjectFault>();
  private lastRevision = 0;

  /** @returns a function that ends the subscription. */
  follow(cache: Pick<WatchCache<PodGroup>, 'subscribe'>): () => void {
    return cache.subscribe({
      added: (group) => this.set(group),
      updated: (former, group) => {
        if (!isDeepStrictEqual(former.spec?.selector, group.spec?.selector)) this.set(group);
      },
      deleted: (group) => this.delete(group),
    });
  }

  /** Takes the current state of a group; one whose selector cannot be used selects nothing. */
  set(group: PodGroup): void {
    this.delete(group);
    const { namespace = '', name } = group.metadata;
    const read = selectorOfGroup(group);
    if (read.kind === 'unusable') {
      this.unusable.set(keyOf(group.metadata), faultOf('PodGroup', group, read.detail));
      return;
    }
    const known = this.namespaces.get(namespace) ?? {
      revision: 0,
      postings: new SelectorPostings<Filed>(),
      filed: new Map<string, Filed>(),
      found: new WeakMap<Labels, readonly string[]>(),
    };
    this.namespaces.set(namespace, known);
    const filed = { name, selector: read.selector };
    known.filed.set(name, filed);
    known.postings.add(filed);
    this.changed(known);
  }

  delete(group: PodGroup): void {
    const { namespace = '', name } = group.metadata;
    this.unusable.delete(keyOf(group.metadata));
    const known = this.namespaces.get(namespace);
    const filed = known?.filed.get(name);
    if (!known || !filed) return;
    known.filed.delete(name);
    known.postings.remove(filed);
    this.changed(known);
    if (known.filed.size === 0) this.namespaces.delete(namespace);
  }

  /** Changes whenever other pods of the namespace may be selected; 0 without groups. */
  revisionOf(namespace: string): number {
    return this.namespaces.get(namespace)?.revision ?? 0;
  }

  /** The names of the groups that select these labels, sorted; the same list for the same object. */
  selecting(namespace: string, labels: Labels = NO_LABELS): readonly string[] {
    const known = this.namespaces.get(namespace);
    if (!known) return NONE;
    return ofKey(known.found, labels, () =>
      [...known.postings.matching(labels)].map(({ name }) => name).sort(),
    );
  }

  /** Groups whose selector cannot be used. */
  get faults(): Iterable<ObjectFault> {
    return this.unusable.values();
  }

  private changed(known: NamespaceGroups): void {
    known.revision = ++this.lastRevision;
    known.found = new WeakMap();
  }
}

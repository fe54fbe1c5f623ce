import { LabelPostings, SelectorPostings } from '../../objects/label-index';
import { formatSelector, type Labels, type Selector, sameLabels } from '../../objects/selector';
import type { Pod } from '../../objects/types';
import type { Selected } from './input';
import { type ScaledPod, scaledPod } from './scaled-pod';

/** HPAs on the same pods that are named; thousands of them would each name thousands. */
export const MOST_RIVALS_NAMED = 20;

/** A pod of the index; it is read once, when first selected. */
class IndexedPod {
  readonly name: string;
  readonly labels: Labels;
  private read: ScaledPod | undefined;

  constructor(private pod: Pod) {
    this.name = pod.metadata.name;
    this.labels = pod.metadata.labels ?? {};
  }

  get scaled(): ScaledPod {
    this.read ??= scaledPod(this.pod);
    return this.read;
  }

  replace(pod: Pod): void {
    this.pod = pod;
    this.read = undefined;
  }
}

/** The pods of one namespace, and who scales by which selector in it. */
class NamespacePods {
  readonly byName = new Map<string, IndexedPod>();
  readonly pods = new LabelPostings<IndexedPod>();
  readonly hpas = new Map<string, { readonly name: string; readonly selector: Selector }>();
  readonly bySelector = new SelectorPostings<{ readonly name: string; readonly selector: Selector }>();
}

/**
 * Pods by what selects them, kept up to date by whoever watches them, so that no sync looks at every pod. Only
 * namespaces that were opened cost anything: those with HPAs.
 */
export class SelectedPods {
  private readonly namespaces = new Map<string, NamespacePods>();

  /** From now on the pods of a namespace are kept, beginning with these, which are listed only the first time. */
  open(namespace: string, pods: () => Iterable<Pod>): void {
    if (this.namespaces.has(namespace)) return;
    this.namespaces.set(namespace, new NamespacePods());
    for (const pod of pods()) this.put(pod);
  }

  /** Drops all of a namespace. */
  close(namespace: string): void {
    this.namespaces.delete(namespace);
  }

  /** The namespaces that are open. */
  get opened(): readonly string[] {
    return [...this.namespaces.keys()];
  }

  /** Takes the current state of a pod of an open namespace. */
  put(pod: Pod): void {
    const { namespace = '', name, labels = {} } = pod.metadata;
    const there = this.namespaces.get(namespace);
    if (!there) return;
    const known = there.byName.get(name);
    if (known && sameLabels(known.labels, labels)) {
      known.replace(pod);
      return;
    }
    if (known) there.pods.remove(known);
    const indexed = new IndexedPod(pod);
    there.byName.set(name, indexed);
    there.pods.add(indexed);
  }

  remove({ metadata: { namespace = '', name } }: Pod): void {
    const there = this.namespaces.get(namespace);
    const known = there?.byName.get(name);
    if (!there || !known) return;
    there.byName.delete(name);
    there.pods.remove(known);
  }

  /** Notes the selector by which an HPA scales; undefined if it has none (any more). */
  scales(namespace: string, hpa: string, selector: Selector | undefined): void {
    const there = this.namespaces.get(namespace);
    const known = there?.hpas.get(hpa);
    if (!there || known?.selector === selector) return;
    if (known) there.bySelector.remove(known);
    there.hpas.delete(hpa);
    if (selector) {
      const selecting = { name: hpa, selector };
      there.hpas.set(hpa, selecting);
      there.bySelector.add(selecting);
    }
  }

  /** What an HPA selects, by name, once its selector was noted. */
  of(namespace: string, selector: Selector): Selected {
    const there = this.namespaces.get(namespace);
    const found = (there?.pods.matching(selector) ?? []).sort(byName);
    const hpas = new Set<string>();
    const seen = new Set<Labels>();
    for (const { labels } of found) {
      if (hpas.size >= MOST_RIVALS_NAMED) break;
      if (seen.has(labels)) continue;
      seen.add(labels);
      for (const { name } of there?.bySelector.matching(labels) ?? [])
        if (hpas.add(`${namespace}/${name}`).size >= MOST_RIVALS_NAMED) break;
    }
    const pods = found.map(({ scaled }) => scaled);
    return hpas.size > 1
      ? { kind: 'shared', selector: formatSelector(selector), hpas: [...hpas].sort(), pods }
      : { kind: 'pods', pods };
  }
}

function byName(a: IndexedPod, b: IndexedPod): number {
  return a.name < b.name ? -1 : 1;
}

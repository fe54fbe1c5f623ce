import type { Pod } from '../kube/types';
import { LabelPostings, SelectorPostings } from '../model/label-index';
import { formatSelector, type Labels, type Selector } from '../model/selector';
import type { Selected } from './input';
import { type ScaledPod, scaledPod } from './scaled-pod';

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
  readonly scalers = new Map<string, { readonly name: string; readonly selector: Selector }>();
  readonly bySelector = new SelectorPostings<{ readonly name: string; readonly selector: Selector }>();

  get isEmpty(): boolean {
    return this.byName.size === 0 && this.scalers.size === 0;
  }
}

/** Pods by what selects them, kept up to date by whoever watches them: no sync looks at every pod. */
export class SelectedPods {
  private readonly namespaces = new Map<string, NamespacePods>();

  /** Takes the current state of a pod. */
  put(pod: Pod): void {
    const { namespace = '', name, labels = {} } = pod.metadata;
    const there = this.namespaces.get(namespace) ?? new NamespacePods();
    this.namespaces.set(namespace, there);
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
    this.tidy(namespace, there);
  }

  /** Notes the selector by which an HPA scales; undefined if it has none (any more). */
  scales(namespace: string, hpa: string, selector: Selector | undefined): void {
    const there = this.namespaces.get(namespace) ?? new NamespacePods();
    const known = there.scalers.get(hpa);
    if (known && known.selector === selector) return;
    if (known) there.bySelector.remove(known);
    there.scalers.delete(hpa);
    if (selector) {
      const scaler = { name: hpa, selector };
      there.scalers.set(hpa, scaler);
      there.bySelector.add(scaler);
      this.namespaces.set(namespace, there);
    }
    this.tidy(namespace, there);
  }

  /** What an HPA selects, by name, once its selector was noted. */
  of(namespace: string, selector: Selector): Selected {
    const there = this.namespaces.get(namespace);
    const found = (there?.pods.matching(selector) ?? []).sort(byName);
    const hpas = new Set<string>();
    const seen = new Set<Labels>();
    for (const { labels } of found) {
      if (seen.has(labels)) continue;
      seen.add(labels);
      for (const { name } of there?.bySelector.matching(labels) ?? []) hpas.add(`${namespace}/${name}`);
    }
    const pods = found.map(({ scaled }) => scaled);
    return hpas.size > 1
      ? { kind: 'shared', selector: formatSelector(selector), hpas: [...hpas].sort(), pods }
      : { kind: 'pods', pods };
  }

  private tidy(namespace: string, there: NamespacePods): void {
    if (there.isEmpty) this.namespaces.delete(namespace);
  }
}

function sameLabels(a: Labels, b: Labels): boolean {
  if (a === b) return true;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

function byName(a: IndexedPod, b: IndexedPod): number {
  return a.name < b.name ? -1 : 1;
}

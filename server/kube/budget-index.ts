import { ofKey } from '../lib/memo/of-key';
import { SelectorPostings } from '../objects/label-index';
import { type Labels, type Selector, selectorFrom } from '../objects/selector';
import type { PodDisruptionBudget } from '../objects/types';
import { faultOf, type ObjectFault } from '../words/object-fault';
import type { WatchCache } from './watch-cache';

interface Filed {
  readonly budget: PodDisruptionBudget;
  readonly selector: Selector;
}

interface NamespaceBudgets {
  /** Changes whenever a budget of the namespace does; a value is never used twice. */
  revision: number;
  readonly postings: SelectorPostings<Filed>;
  readonly filed: Map<PodDisruptionBudget, Filed>;
}

/**
 * Disruption budgets by namespace and by the labels they select, so that a pod meets only those that share a
 * label with it.
 */
export class BudgetIndex {
  private readonly namespaces = new Map<string, NamespaceBudgets>();
  private readonly unusable = new Map<PodDisruptionBudget, ObjectFault>();
  private lastRevision = 0;

  constructor(budgets: Pick<WatchCache<PodDisruptionBudget>, 'subscribe'>) {
    budgets.subscribe({
      added: (budget) => this.add(budget),
      updated: (former, budget) => {
        this.remove(former);
        this.add(budget);
      },
      deleted: (budget) => this.remove(budget),
    });
  }

  /** Changes whenever a budget of the namespace does. */
  revisionOf(namespace: string): number {
    return this.namespaces.get(namespace)?.revision ?? 0;
  }

  /** Budgets whose selector cannot be read. */
  get faults(): Iterable<ObjectFault> {
    return this.unusable.values();
  }

  /** The budgets that select any of these pods, by name. */
  covering(namespace: string, pods: Iterable<{ metadata: { labels?: Labels } }>): PodDisruptionBudget[] {
    const postings = this.namespaces.get(namespace)?.postings;
    if (!postings) return [];
    const found = new Set<PodDisruptionBudget>();
    // Most pods of a workload share one labels object.
    const met = new Set<Labels>();
    for (const { metadata } of pods) {
      const labels = metadata.labels ?? NO_LABELS;
      if (met.has(labels)) continue;
      met.add(labels);
      for (const { budget } of postings.matching(labels)) found.add(budget);
    }
    return [...found].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  }

  private add(budget: PodDisruptionBudget): void {
    let selector: Selector;
    try {
      selector = selectorFrom(budget.spec?.selector);
    } catch (thrown) {
      this.unusable.set(budget, faultOf('PodDisruptionBudget', budget, thrown));
      return;
    }
    const { namespace = '' } = budget.metadata;
    const known = ofKey(this.namespaces, namespace, () => ({
      revision: 0,
      postings: new SelectorPostings<Filed>(),
      filed: new Map(),
    }));
    known.revision = ++this.lastRevision;
    const filed = { budget, selector };
    known.filed.set(budget, filed);
    known.postings.add(filed);
  }

  private remove(budget: PodDisruptionBudget): void {
    this.unusable.delete(budget);
    const { namespace = '' } = budget.metadata;
    const known = this.namespaces.get(namespace);
    const filed = known?.filed.get(budget);
    if (!known || !filed) return;
    known.revision = ++this.lastRevision;
    known.filed.delete(budget);
    known.postings.remove(filed);
    if (known.filed.size === 0) this.namespaces.delete(namespace);
  }
}

const NO_LABELS: Labels = {};

import { LabelPostings, labelsKey, removeFrom, SelectorPostings } from '../objects/label-index';
import type { Labels } from '../objects/selector';
import { LabelSet, type PodEntry, type VpaEntry } from './cluster-entities';

/** One namespace: its pods, their label sets and its VPAs, linked both ways through label indexes. */
export class NamespaceState {
  readonly pods = new Map<string, PodEntry>();
  readonly vpas = new Map<string, VpaEntry>();
  /** Deleted VPAs whose checkpoints are kept, by name. */
  readonly departed = new Map<string, VpaEntry>();
  readonly labelSets = new Map<string, LabelSet>();
  readonly labelSetPostings = new LabelPostings<LabelSet>();
  readonly vpaPostings = new SelectorPostings<VpaEntry>();

  get isUnused(): boolean {
    return (
      this.pods.size === 0 && this.vpas.size === 0 && this.labelSets.size === 0 && this.departed.size === 0
    );
  }

  /** The label names that pods here carry or VPAs select by. */
  *labelNames(): Generator<string> {
    for (const { labels } of this.labelSets.values()) yield* Object.keys(labels);
    for (const { selector } of this.vpas.values()) for (const { key } of selector) yield key;
  }

  /** The one label set for `labels`, linked to every VPA that matches them. */
  labelSetOf(labels: Labels): LabelSet {
    const key = labelsKey(labels);
    const known = this.labelSets.get(key);
    if (known) return known;
    const labelSet = new LabelSet(key, labels);
    this.labelSets.set(key, labelSet);
    this.labelSetPostings.add(labelSet);
    for (const vpa of this.vpaPostings.matching(labels)) {
      labelSet.vpas.push(vpa);
      vpa.labelSets.push(labelSet);
      vpa.invalidate();
    }
    labelSet.refresh();
    return labelSet;
  }

  removeLabelSet(labelSet: LabelSet): void {
    this.labelSets.delete(labelSet.key);
    this.labelSetPostings.remove(labelSet);
    for (const vpa of labelSet.vpas) {
      removeFrom(vpa.labelSets, labelSet);
      vpa.invalidate();
    }
  }

  addVpa(vpa: VpaEntry): void {
    this.vpas.set(vpa.name, vpa);
    this.vpaPostings.add(vpa);
    for (const labelSet of this.labelSetPostings.matching(vpa.selector)) {
      vpa.labelSets.push(labelSet);
      labelSet.vpas.push(vpa);
      labelSet.refresh();
    }
  }

  removeVpa(vpa: VpaEntry): void {
    this.vpas.delete(vpa.name);
    this.vpaPostings.remove(vpa);
    for (const labelSet of vpa.labelSets) {
      removeFrom(labelSet.vpas, vpa);
      labelSet.refresh();
    }
    vpa.labelSets.length = 0;
  }

  hasVpaFor(labels: Labels): boolean {
    for (const _ of this.vpaPostings.matching(labels)) return true;
    return false;
  }
}

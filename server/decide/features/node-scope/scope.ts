import type { Pod } from '../../../objects/types';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';

/** What nodes without the label have in place of a value, as AEP-10031 calls it. No label value looks like this. */
export const NO_LABEL = '__absent__';
/** Values that groups of pods can be told apart by. */
export const MOST_GROUPS = 50;

/** On a VPA: the label of nodes by which its pods are told apart. `spec.scope` of AEP-10031 means the same. */
export const SCOPE_ANNOTATION = 'plumbline.dev/scope';

/** The group that the values share which come after the first `MOST_GROUPS`. */
export const OTHER_VALUES = '__others__';
/** Nodes of any value: what pods get whose node is not known yet, while a group holds former amounts. */
export const ANY_VALUE = '__any__';

const LONGEST_PREFIX = 253;
const LABEL_KEY =
  /^(?:([a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*)\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

export function isLabelKey(text: string): boolean {
  const match = text.length <= LONGEST_PREFIX + 64 ? LABEL_KEY.exec(text) : null;
  return match !== null && (match[1]?.length ?? 0) <= LONGEST_PREFIX;
}

/** What the VPA states, as it is: in its spec, where its definition has the field, or in the annotation. */
export function scopeStated({ metadata, spec }: Pick<VerticalPodAutoscaler, 'metadata' | 'spec'>) {
  const inSpec = textOf((spec as { scope?: unknown } | undefined)?.scope);
  const annotated = textOf(metadata.annotations?.[SCOPE_ANNOTATION]);
  return { inSpec, annotated };
}

/** The label of nodes that makes groups of the VPA's pods; undefined if it has none that can be used. */
export function scopeOf(vpa: Pick<VerticalPodAutoscaler, 'metadata' | 'spec'>): string | undefined {
  const { inSpec, annotated } = scopeStated(vpa);
  const key = inSpec ?? annotated;
  return key !== undefined && isLabelKey(key) ? key : undefined;
}

/** What is wrong with it; without a label that can be used all pods are one group. */
export function scopeFaults(vpa: Pick<VerticalPodAutoscaler, 'metadata' | 'spec'>): string[] {
  const { inSpec, annotated } = scopeStated(vpa);
  const key = inSpec ?? annotated;
  const faults: string[] = [];
  if (key !== undefined && !isLabelKey(key))
    faults.push(`"${key.slice(0, 80)}" is not the key of a label; all pods get one recommendation`);
  if (inSpec !== undefined && annotated !== undefined && inSpec !== annotated)
    faults.push(`spec.scope is ${inSpec.slice(0, 80)}, so "${annotated.slice(0, 80)}" does not apply`);
  return faults;
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim();
  return text === '' ? undefined : text;
}

/**
 * The node of a pod: where it runs, or, before that, where alone its DaemonSet lets it run. Undefined if that is not
 * known, or if the affinity has another shape.
 */
export function nodeOfPod({ spec }: Pick<Pod, 'spec'>): string | undefined {
  return spec.nodeName || onlyNodeIn((spec as { affinity?: unknown }).affinity);
}

function onlyNodeIn(affinity: unknown): string | undefined {
  const terms = field(
    field(field(affinity, 'nodeAffinity'), 'requiredDuringSchedulingIgnoredDuringExecution'),
    'nodeSelectorTerms',
  );
  if (!Array.isArray(terms) || terms.length === 0) return undefined;
  const nodes = new Set(terms.map(nodeOfTerm));
  const [only] = nodes;
  return nodes.size === 1 ? only : undefined;
}

function nodeOfTerm(term: unknown): string | undefined {
  const fields = field(term, 'matchFields');
  if (!Array.isArray(fields)) return undefined;
  for (const one of fields) {
    const values = field(one, 'values');
    const isName = field(one, 'key') === 'metadata.name' && field(one, 'operator') === 'In';
    if (isName && Array.isArray(values) && values.length === 1 && typeof values[0] === 'string')
      return values[0];
  }
  return undefined;
}

function field(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null
    ? (object as Record<string, unknown>)[name]
    : undefined;
}

import { GOLDILOCKS_RULE } from '../decide/pods/rule-marks';
import { errorText } from '../lib/report/errors';
import {
  PLUMBLINE_GROUP,
  type PolicyExclusion,
  type VerticalScalingPolicy,
} from '../objects/plumbline-types';
import { API_RESOURCES } from '../objects/resources';
import { type Labels, type Selector, selectorFrom, selectorMatches } from '../objects/selector';
import type { Namespace, OwnerReference } from '../objects/types';
import type { Owner } from './merge';
import { kindKey, type RuleKind, ruleKindIn } from './rule-kind';
import { type TemplateSettings, templateFaults } from './template-faults';
import { type WantedVpa, wantedBy } from './wanted';
import type { WorkloadFacts } from './workload-facts';

/** What a policy asks for when its object states no kinds. */
const USUAL_KINDS = ['Deployment', 'StatefulSet', 'DaemonSet'];

/** A policy, ready to be asked about workloads. */
export interface Rule extends Owner {
  readonly precedence: number;
  readonly createdMs: number;
  readonly kinds: ReadonlySet<RuleKind>;
  /** Why it takes no workloads of some of its kinds. */
  readonly kindFaults: readonly string[];
  /** Why it takes no workloads at all; its VPAs stay as they are. */
  readonly unusable?: string;
  /** Why it makes and changes no VPAs, although it takes workloads. */
  readonly faults: readonly string[];
  /** What is wrong with parts that have a safe reading; its VPAs are made nevertheless. */
  readonly warnings: readonly string[];
  readonly matchesEverything: boolean;
  /** Deleted, and what becomes of its VPAs. */
  readonly deleted?: 'Keep' | 'Remove' | 'undecided';
  takesNamespace(namespace: Namespace): boolean;
  takes(workload: WorkloadFacts): boolean;
  wanted(workload: WorkloadFacts, namespace: Namespace): WantedVpa;
}

/** Never throws: what cannot be used is told by the result. */
export function compileRule(object: VerticalScalingPolicy, settings: TemplateSettings): Rule {
  const { name, uid = '', creationTimestamp, deletionTimestamp } = object.metadata;
  const { spec = {} } = object as Partial<VerticalScalingPolicy>;
  const base = {
    name,
    reference: referenceTo(name, uid),
    precedence: typeof spec.precedence === 'number' ? spec.precedence : 0,
    createdMs: Date.parse(creationTimestamp ?? '') || 0,
    ...(deletionTimestamp && { deleted: spec.onDelete ?? ('undecided' as const) }),
  };
  try {
    const namespaces = selectorOf(spec.namespaceSelector);
    const workloads = selectorOf(spec.workloadSelector);
    const exclusions = (spec.exclude ?? []).map(compileExclusion);
    const named = spec.kinds ?? USUAL_KINDS;
    const kinds = new Set(named.flatMap((kind) => ruleKindIn(kind) ?? []));
    const taken = new Set([...kinds].map(kindKey));
    const wanted = wantedBy(spec);
    return {
      ...base,
      ...templateFaults(name, spec, wanted, settings),
      kinds,
      kindFaults: named.filter((kind) => ruleKindIn(kind) === undefined).map(unreadableKind),
      matchesEverything: namespaces.length === 0 && workloads.length === 0 && exclusions.length === 0,
      takesNamespace: ({ metadata }) => selectorMatches(namespaces, metadata.labels),
      takes: (workload) =>
        taken.has(kindKey(workload.kind)) &&
        selectorMatches(workloads, workload.labels) &&
        !exclusions.some((excludes) => excludes(workload)),
      wanted: () => wanted,
    };
  } catch (thrown) {
    return { ...base, ...unusable(errorText(thrown)) };
  }
}

function unreadableKind(kind: string): string {
  return `spec.kinds: "${kind.slice(0, 100)}" is no kind that rules take; write it as Deployment or argoproj.io/v1alpha1/Rollout`;
}

function unusable(why: string) {
  const nothing: WantedVpa = { labels: {}, annotations: {}, spec: {}, text: '{}' };
  return {
    unusable: why,
    kinds: new Set<RuleKind>(),
    kindFaults: [],
    faults: [],
    warnings: [],
    matchesEverything: false,
    takesNamespace: () => false,
    takes: () => false,
    wanted: () => nothing,
  };
}

/** Absent and empty selectors match everything. */
function selectorOf(selector: Parameters<typeof selectorFrom>[0]): Selector {
  return selectorFrom(selector ?? {});
}

function compileExclusion({
  namespaces,
  names,
  selector,
}: PolicyExclusion): (workload: WorkloadFacts) => boolean {
  const requirements = selector && selectorFrom(selector);
  const [inNamespaces, ofNames] = [namespaces && new Set(namespaces), names && new Set(names)];
  if (!requirements && !inNamespaces && !ofNames) return () => false;
  return ({ namespace, name, labels }) =>
    (!inNamespaces || inNamespaces.has(namespace)) &&
    (!ofNames || ofNames.has(name)) &&
    (!requirements || selectorMatches(requirements, labels as Labels));
}

function referenceTo(name: string, uid: string): OwnerReference {
  const { kind, version } = API_RESOURCES.verticalScalingPolicies;
  return { apiVersion: `${PLUMBLINE_GROUP}/${version}`, kind, name, uid };
}

/** The strongest first: by precedence, then the oldest, then by name. A built-in policy is the weakest. */
export function byPrecedence(a: Rule, b: Rule): number {
  if (a.precedence !== b.precedence) return a.precedence > b.precedence ? -1 : 1;
  if (a.createdMs !== b.createdMs) return a.createdMs < b.createdMs ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/**
 * Those of `policies` that take workloads of a namespace. A deleted one takes no more, whatever becomes of its VPAs.
 */
export function takersOf(policies: readonly Rule[], namespace: Namespace): readonly Rule[] {
  return policies.filter((policy) => !policy.deleted && policy.takesNamespace(namespace));
}

/** Whether two policies can be in conflict: a built-in one gives way to all. */
export function isRival(one: Rule, other: Rule): boolean {
  return one.precedence === other.precedence && other.name !== GOLDILOCKS_RULE;
}

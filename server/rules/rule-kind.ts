import { API_RESOURCES, apiVersionOf } from '../objects/resources';
import { groupOf, targetedKindOf, WORKLOAD_KINDS, type WorkloadKind } from '../objects/workload-kinds';

/** A kind of another controller, as `group/version/Kind`: `argoproj.io/v1alpha1/Rollout`. */
export type CustomKind = `${string}/${string}/${string}`;

/** A kind of workload that rules take: one with a cache of its own, or any other that has a scale. */
export type RuleKind = WorkloadKind | CustomKind;

/** Kubernetes' own groups have no dot in their name, or end in `.k8s.io`. */
const CUSTOM =
  /^((?!.*\.k8s\.io\/)[a-z0-9][-a-z0-9]*(\.[a-z0-9][-a-z0-9]*)+)\/v[0-9][a-z0-9]*\/[A-Z][A-Za-z0-9]*$/;
/** A group of 253 characters, a version and a kind of 63 each. */
const LONGEST = 381;

/** What `spec.kinds` of a rule names; undefined if it is no kind that rules take. */
export function ruleKindIn(text: string): RuleKind | undefined {
  if (text.length > LONGEST) return undefined;
  return targetedKindOf(text) ?? (CUSTOM.test(text) ? (text as CustomKind) : undefined);
}

export function ruleKindOfTarget(
  ref: { readonly apiVersion?: string | undefined; readonly kind?: string } | undefined,
): RuleKind | undefined {
  const { apiVersion = '', kind = '' } = ref ?? {};
  return targetedKindOf(kind) ?? ruleKindIn(`${apiVersion}/${kind}`);
}

export function isCustom(kind: RuleKind): kind is CustomKind {
  return !WORKLOAD_KINDS.some((one) => one === kind);
}

/** Its apiVersion, and the name of the kind alone. */
export function namesOf(kind: RuleKind): { apiVersion: string; kindName: string } {
  if (!isCustom(kind))
    return { apiVersion: apiVersionOf(API_RESOURCES[kind]), kindName: API_RESOURCES[kind].kind };
  const end = kind.lastIndexOf('/');
  return { apiVersion: kind.slice(0, end), kindName: kind.slice(end + 1) };
}

/** As people write it in a rule. */
export function kindText(kind: RuleKind): string {
  return isCustom(kind) ? kind : namesOf(kind).kindName;
}

/** The same for all versions of a kind. */
export function kindKey(kind: RuleKind): string {
  const { apiVersion, kindName } = namesOf(kind);
  return `${groupOf(apiVersion)}/${kindName}`;
}

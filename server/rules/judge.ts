import { byStrength } from '../decide/pods/controlling-vpa';
import { RULE_LABEL } from '../decide/pods/rule-label';
import { LAST_APPLIED_ANNOTATION, markedRule } from '../decide/pods/rule-marks';
import type { ConflictReason } from '../decide/pods/rule-trial';
import type { Namespace } from '../objects/types';
import { type VerticalPodAutoscaler, VPA_GROUP } from '../objects/vpa-types';
import { merge, released } from './merge';
import { isRival, type Rule } from './rule';
import type { RemovalCause, RuleStep } from './step';
import { optedOut, type WorkloadFacts } from './workload-facts';

/** A workload, or what is left of it, with the VPAs that name it as their target. */
export interface Situation {
  readonly key: string;
  /** Absent if it is gone. */
  readonly workload?: WorkloadFacts | undefined;
  readonly namespace?: Namespace | undefined;
  /** Whether no controller is above it; undefined if that is not known yet. */
  readonly isTopmost: boolean | undefined;
  /** The policies that take workloads of its namespace, the strongest first. */
  readonly candidates: readonly Rule[];
  readonly vpas: readonly VerticalPodAutoscaler[];
  /** Whether it has been gone for long enough. */
  readonly mayCollect: boolean;
  ruleNamed(name: string): Rule | undefined;
  /** Whether it is not known if there is a policy of this name. */
  isUnknown(name: string): boolean;
  /** A name for its VPA that no other VPA has; undefined if there is none. */
  freeName(workload: WorkloadFacts): string | undefined;
}

export interface WorkloadConflict {
  readonly policy: string;
  readonly reason: ConflictReason;
  /** The other policy or VPA, or what the API server answered. */
  readonly with: string;
}

export interface RuleVerdict {
  /** The policy that takes the workload. */
  readonly policy?: Rule | undefined;
  readonly conflicts: readonly WorkloadConflict[];
  /** The VPA of a policy that stays. */
  readonly own?: VerticalPodAutoscaler | undefined;
  /** The fields of `own` that were edited by hand. */
  readonly edited: readonly string[];
  readonly steps: readonly RuleStep[];
}

const NOTHING: RuleVerdict = { conflicts: [], edited: [], steps: [] };

/** What a workload gets: which policy takes it, and what is to be done to the VPAs that policies made for it. */
export function judge(situation: Situation): RuleVerdict {
  const verdict = judged(situation);
  // What is being deleted already is left to go.
  const steps = verdict.steps.filter(({ vpa }) => vpa.metadata.deletionTimestamp === undefined);
  return steps.length === verdict.steps.length ? verdict : { ...verdict, steps };
}

function judged(situation: Situation): RuleVerdict {
  const { key, workload, namespace, vpas, isTopmost } = situation;
  const owned = vpas.filter((vpa) => markedRule(vpa) !== undefined).sort(byStrength);
  const [own, ...seconds] = owned;
  if (!workload) return withoutWorkload(situation, owned);
  if (!namespace || isGoing(namespace) || isTopmost === undefined) return { ...NOTHING, own };
  const holder = own && situation.ruleNamed(markedRule(own) ?? '');
  if (own && situation.isUnknown(markedRule(own) ?? '')) return { ...NOTHING, own };
  if (holder && isFrozen(holder)) return { ...NOTHING, own, policy: holder };

  const claim =
    isTopmost && !optsOut(workload, namespace) ? claimOn(workload, situation.candidates) : undefined;
  const foreign = vpas.find((vpa) => markedRule(vpa) === undefined);
  if (!claim) {
    const why = !isTopmost ? 'not-topmost' : optsOut(workload, namespace) ? 'opted-out' : 'no-policy';
    return { ...NOTHING, steps: owned.flatMap((vpa) => letGo(situation, vpa, why)) };
  }
  const { policy } = claim;
  const conflicts = conflictsOf(claim, foreign);
  if (foreign)
    return { ...NOTHING, policy, conflicts, steps: owned.map((vpa) => removal(key, vpa, 'has-own-vpa')) };
  if (policy.faults.length > 0) return { ...NOTHING, policy, conflicts, own };
  const removals = seconds.map((vpa) => removal(key, vpa, 'second'));
  if (own) {
    const { patch, edited } = merge(own, policy.wanted(workload, namespace), policy);
    const step: RuleStep[] = patch ? [{ kind: 'patch', policy: policy.name, key, vpa: own, patch }] : [];
    return { policy, conflicts, own, edited, steps: [...step, ...removals] };
  }
  const name = workload.isGoing ? undefined : situation.freeName(workload);
  if (name === undefined) return { ...NOTHING, policy, conflicts };
  const vpa = newVpa(workload, namespace, policy, name);
  return { ...NOTHING, policy, conflicts, steps: [{ kind: 'create', policy: policy.name, key, vpa }] };
}

function withoutWorkload(
  { key, mayCollect }: Situation,
  owned: readonly VerticalPodAutoscaler[],
): RuleVerdict {
  const [own] = owned;
  if (!mayCollect) return { ...NOTHING, own };
  return { ...NOTHING, own, steps: owned.map((vpa) => removal(key, vpa, 'workload-gone')) };
}

interface Claim {
  readonly policy: Rule;
  readonly rivals: readonly Rule[];
}

/** The strongest policy that takes the workload, and those of the same precedence that do too. */
function claimOn(workload: WorkloadFacts, candidates: readonly Rule[]): Claim | undefined {
  let policy: Rule | undefined;
  const rivals: Rule[] = [];
  for (const one of candidates) {
    if (policy && !isRival(policy, one)) break;
    if (!one.takes(workload)) continue;
    if (policy) rivals.push(one);
    else policy = one;
  }
  return policy && { policy, rivals };
}

function conflictsOf(
  { policy, rivals }: Claim,
  foreign: VerticalPodAutoscaler | undefined,
): WorkloadConflict[] {
  return [
    ...(foreign ? [{ policy: policy.name, reason: 'OwnVpa', with: foreign.metadata.name } as const] : []),
    ...rivals.flatMap(
      ({ name }) =>
        [
          { policy: policy.name, reason: 'EqualPrecedence', with: name },
          { policy: name, reason: 'EqualPrecedence', with: policy.name },
        ] as const,
    ),
  ];
}

/** Nobody knows what its policy wants of it, so it stays as it is. */
function isFrozen({ unusable, deleted }: Rule): boolean {
  return unusable !== undefined || deleted === 'undecided';
}

/** No policy takes its workload: it goes, or stays with its users if its policy was deleted that way. */
function letGo({ key, ruleNamed }: Situation, vpa: VerticalPodAutoscaler, why: RemovalCause): RuleStep[] {
  const policy = markedRule(vpa) ?? '';
  const { deleted } = ruleNamed(policy) ?? {};
  if (deleted === 'Keep') return [{ kind: 'release', policy, key, vpa, patch: released(vpa) }];
  return [removal(key, vpa, deleted === 'Remove' ? 'policy-deleted' : why)];
}

function removal(key: string, vpa: VerticalPodAutoscaler, why: RemovalCause): RuleStep {
  return { kind: 'remove', policy: markedRule(vpa) ?? '', key, vpa, why };
}

function newVpa(
  workload: WorkloadFacts,
  namespace: Namespace,
  policy: Rule,
  name: string,
): VerticalPodAutoscaler {
  const { labels, annotations, spec, text } = policy.wanted(workload, namespace);
  return {
    apiVersion: `${VPA_GROUP}/v1`,
    kind: 'VerticalPodAutoscaler',
    metadata: {
      name,
      namespace: workload.namespace,
      labels: { ...labels, [RULE_LABEL]: policy.name },
      annotations: { ...annotations, [LAST_APPLIED_ANNOTATION]: text },
      ...(policy.reference && { ownerReferences: [policy.reference] }),
    },
    spec: {
      ...spec,
      targetRef: { apiVersion: workload.apiVersion, kind: workload.kindName, name: workload.name },
    },
  };
}

function optsOut(workload: WorkloadFacts, { metadata }: Namespace): boolean {
  return workload.optsOut || optedOut(metadata.labels);
}

function isGoing({ metadata, status }: Namespace): boolean {
  return metadata.deletionTimestamp !== undefined || status?.phase === 'Terminating';
}

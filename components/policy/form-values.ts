import type {
  ContainerResourcePolicy,
  EvictionRequirement,
  StartupBoost,
  UpdateMode,
} from '@/server/kube/vpa-types';
import type { PolicyEdit } from '@/server/operations/handle';
import type { PolicyView } from '@/server/recommender/views';
import { type BoostFields, boostFields, boostOf } from './boost-values';
import { type ContainerFields, containerFields, containerPolicy } from './container-values';
import { type NumberField, numberOf } from './number-field';

export interface RequirementFields {
  resources: string[];
  change: EvictionRequirement['changeRequirement'];
  original?: EvictionRequirement;
}

export const NEW_REQUIREMENT: RequirementFields = { resources: ['cpu'], change: 'TargetHigherThanRequests' };

/** A VPA's policy as fields of a form; an empty text means not set. */
export interface PolicyFields {
  updateMode: string;
  minReplicas: NumberField;
  evictAfterOomSeconds: NumberField;
  requirements: RequirementFields[];
  boost: BoostFields;
  containers: ContainerFields[];
  /** The boost as it stood, so that fields the form does not show stay. */
  originalBoost?: StartupBoost;
}

/** The form as it opens. */
export function policyFields(
  updateMode: string,
  { updatePolicy, resourcePolicy, startupBoost }: Omit<PolicyView, 'usual'>,
): PolicyFields {
  return {
    updateMode,
    minReplicas: updatePolicy?.minReplicas ?? '',
    evictAfterOomSeconds: updatePolicy?.evictAfterOOMSeconds ?? '',
    requirements: (updatePolicy?.evictionRequirements ?? []).map((original) => ({
      resources: original.resources,
      change: original.changeRequirement,
      original,
    })),
    boost: boostFields(startupBoost),
    containers: (resourcePolicy?.containerPolicies ?? []).map(containerFields),
    originalBoost: startupBoost,
  };
}

interface Policy {
  updateMode: string;
  minReplicas?: number;
  evictAfterOOMSeconds?: number;
  evictionRequirements: EvictionRequirement[];
  startupBoost?: StartupBoost;
  containerPolicies: ContainerResourcePolicy[];
}

/** The policy that the fields stand for. */
function policyOf(fields: PolicyFields): Policy {
  return {
    updateMode: fields.updateMode,
    minReplicas: numberOf(fields.minReplicas),
    evictAfterOOMSeconds: numberOf(fields.evictAfterOomSeconds),
    evictionRequirements: fields.requirements.map(({ resources, change, original }) => ({
      ...original,
      resources,
      changeRequirement: change,
    })),
    startupBoost: boostOf(fields.boost, fields.originalBoost),
    containerPolicies: fields.containers.map(containerPolicy),
  };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What differs between the form as opened and as it stands; undefined when nothing does. */
export function policyEdit(opened: PolicyFields, now: PolicyFields): PolicyEdit | undefined {
  const [was, is] = [policyOf(opened), policyOf(now)];
  const differs = (key: keyof Policy) => !same(was[key], is[key]);
  const edit: PolicyEdit = {
    ...(differs('updateMode') && { updateMode: is.updateMode as UpdateMode }),
    ...(differs('minReplicas') && { minReplicas: is.minReplicas ?? null }),
    ...(differs('evictAfterOOMSeconds') && { evictAfterOOMSeconds: is.evictAfterOOMSeconds ?? null }),
    ...(differs('evictionRequirements') && {
      evictionRequirements: is.evictionRequirements.length > 0 ? is.evictionRequirements : null,
    }),
    ...(differs('startupBoost') && { startupBoost: is.startupBoost ?? null }),
    ...(differs('containerPolicies') && { containerPolicies: is.containerPolicies }),
  };
  return Object.keys(edit).length > 0 ? edit : undefined;
}

function merged<T extends object>(opened: T, mine: T, theirs: T): T {
  const keys = Object.keys({ ...theirs, ...mine }) as (keyof T)[];
  return Object.fromEntries(
    keys.map((key) => [key, same(opened[key], mine[key]) ? theirs[key] : mine[key]]),
  ) as T;
}

/** My edits on top of a newer version of the policy: what I touched stays as I have it, all else is as it is now. */
export function rebased(opened: PolicyFields, mine: PolicyFields, theirs: PolicyFields): PolicyFields {
  const named = (fields: PolicyFields) => new Map(fields.containers.map((one) => [one.containerName, one]));
  const [were, have, are] = [named(opened), named(mine), named(theirs)];
  const containers = [...new Set([...are.keys(), ...have.keys()])].flatMap((name) => {
    const [was, own, now] = [were.get(name), have.get(name), are.get(name)];
    if (own && now)
      return [
        { ...merged(was ?? containerFields({ containerName: name }), own, now), original: now.original },
      ];
    if (own) return was && same(was, own) ? [] : [own];
    return now && !was ? [now] : [];
  });
  return { ...merged(opened, mine, theirs), containers, originalBoost: theirs.originalBoost };
}

/** How many of the rarer fields of the VPA are in use. */
export function rareFields({ minReplicas, evictAfterOomSeconds, requirements, boost }: PolicyFields): number {
  const written = [minReplicas, evictAfterOomSeconds].filter((value) => value !== '').length;
  return written + requirements.length + (boost.kind === 'none' ? 0 : 1);
}

import type { EvictionRequirement, StartupBoost } from '@/server/contract/kubernetes';
import { type FieldValues, VPA_FIELDS, type VpaPolicy } from '@/server/contract/policy-fields';
import type { PolicyView } from '@/server/contract/recommendations';
import type { PolicyEdit } from '@/server/contract/requests/policy-edit';
import { type BoostFields, boostFields, boostOf } from './boost-values';
import { type ContainerFields, containerFields, containerPolicy } from './container-values';
import { countRare, valuesOf, written } from './field-values';
import {
  editOfRecommender,
  type RecommenderValues,
  rebasedParameters,
  recommenderValues,
} from './recommender-values';

interface RequirementFields {
  resources: string[];
  change: EvictionRequirement['changeRequirement'];
  original?: EvictionRequirement;
}

export const NEW_REQUIREMENT: RequirementFields = { resources: ['cpu'], change: 'TargetHigherThanRequests' };

/** A VPA's policy as form fields; an empty text means not set. */
export interface PolicyFields extends FieldValues<typeof VPA_FIELDS>, RecommenderValues {
  /** The label by which nodes are told apart; empty for none. */
  scope: string;
  /** The words of the annotation for memory limits; empty for none. */
  memoryLimit: string;
  /** What becomes of limits; empty for their proportion. */
  limits: string;
  /** What memory follows; empty for usage. */
  memoryFollows: string;
  /** How long a young VPA changes nothing; empty for no wait. */
  firstChangeAfter: string;
  requirements: RequirementFields[];
  boost: BoostFields;
  /** The VPA's own calendar; empty if it has none. */
  calendar: string;
  containers: ContainerFields[];
  /** The original boost, so that fields the form does not show stay. */
  originalBoost?: StartupBoost;
}

/** The form when it opens. */
export function policyFields(
  updateMode: string,
  policy: Omit<PolicyView, 'usual' | 'recommender'> & Partial<Pick<PolicyView, 'recommender'>>,
  calendar = '',
): PolicyFields {
  const {
    updatePolicy,
    resourcePolicy,
    startupBoost,
    recommender,
    scope,
    memoryLimit,
    limits,
    memoryFollows,
    firstChangeAfter,
  } = policy;
  return {
    ...valuesOf(VPA_FIELDS, { ...updatePolicy, updateMode }),
    ...recommenderValues(recommender),
    calendar,
    scope: scope ?? '',
    memoryLimit: memoryLimit ?? '',
    limits: limits ?? '',
    memoryFollows: memoryFollows ?? '',
    firstChangeAfter: firstChangeAfter ?? '',
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

/** The policy of the form fields; absent means not set. */
function policyFrom({
  requirements,
  boost,
  containers,
  originalBoost,
  scope,
  memoryLimit,
  limits,
  memoryFollows,
  firstChangeAfter,
  ...values
}: PolicyFields) {
  return {
    ...(scope.trim() !== '' && { scope: scope.trim() }),
    ...(memoryLimit !== '' && { memoryLimit }),
    ...(limits.trim() !== '' && { limits: limits.trim() }),
    ...(memoryFollows !== '' && { memoryFollows }),
    ...(firstChangeAfter.trim() !== '' && { firstChangeAfter: firstChangeAfter.trim() }),
    ...written<VpaPolicy>(VPA_FIELDS, {}, { ...values }),
    ...(requirements.length > 0 && {
      evictionRequirements: requirements.map(({ resources, change, original }) => ({
        ...original,
        resources,
        changeRequirement: change,
      })),
    }),
    startupBoost: boostOf(boost, originalBoost),
    containerPolicies: containers.map(containerPolicy),
  };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The difference between the form when opened and now; undefined if there is none. */
export function policyEdit(opened: PolicyFields, now: PolicyFields): PolicyEdit | undefined {
  const [was, is] = [policyFrom(opened), policyFrom(now)];
  const keys = Object.keys({ ...was, ...is }) as (keyof typeof is)[];
  const differing = keys.filter((key) => !same(was[key], is[key]));
  const chosen = { ...editOfRecommender(opened, now), ...calendarEdit(opened, now) };
  if (differing.length === 0 && Object.keys(chosen).length === 0) return undefined;
  return { ...Object.fromEntries(differing.map((key) => [key, is[key] ?? null])), ...chosen } as PolicyEdit;
}

function calendarEdit(opened: PolicyFields, now: PolicyFields): Pick<PolicyEdit, 'calendar'> {
  if (opened.calendar === now.calendar) return {};
  return { calendar: now.calendar.trim() === '' ? null : now.calendar };
}

function merged<T extends object>(opened: T, mine: T, theirs: T): T {
  const keys = Object.keys({ ...theirs, ...mine }) as (keyof T)[];
  return Object.fromEntries(
    keys.map((key) => [key, same(opened[key], mine[key]) ? theirs[key] : mine[key]]),
  ) as T;
}

/**
 * My edits applied to a newer version of the policy: fields I touched keep my value, all others get the new
 * one.
 */
export function rebased<Fields extends PolicyFields>(opened: Fields, mine: Fields, theirs: Fields): Fields {
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
  return {
    ...merged(opened, mine, theirs),
    parameters: rebasedParameters(opened, mine, theirs),
    containers,
    originalBoost: theirs.originalBoost,
  };
}

/** How many of the rare fields of the VPA are set. */
export function rareFields({
  requirements,
  boost,
  containers: _containers,
  ...values
}: PolicyFields): number {
  return countRare(VPA_FIELDS, { ...values }) + requirements.length + (boost.kind === 'none' ? 0 : 1);
}

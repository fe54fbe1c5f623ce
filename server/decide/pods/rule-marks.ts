import { PLUMBLINE_GROUP } from '../../objects/plumbline-types';
import type { KubeObject } from '../../objects/types';
import { ANNOTATIONS } from '../../words/annotations';
import { ruleNameOf } from './rule-label';

/** Holds what the rule last wrote, so that what differs from it was edited by hand. */
export const LAST_APPLIED_ANNOTATION = ANNOTATIONS.lastApplied.name;
/** `"true"` on a workload or a namespace keeps every rule off it. */
export const OPT_OUT_LABEL = ANNOTATIONS.optOut.name;
/** Keeps a deleted rule until it is known what becomes of its VPAs. */
export const RULE_FINALIZER = ANNOTATIONS.vpasOfPolicy.name;
/** The rule behind Goldilocks' namespace labels. No object can have this name. */
export const GOLDILOCKS_RULE = 'Goldilocks';

/** Goldilocks' label or annotation of a namespace or a workload for the update mode. */
export const GOLDILOCKS_MODE = 'goldilocks.fairwinds.com/vpa-update-mode';

/** The name of the rule that made this VPA; undefined for one that is nobody's but its author's. */
export function markedRule({ metadata }: Pick<KubeObject, 'metadata'>): string | undefined {
  const name = ruleNameOf(metadata);
  if (!name) return undefined;
  const isMarked =
    metadata.annotations?.[LAST_APPLIED_ANNOTATION] !== undefined ||
    metadata.ownerReferences?.some(isRuleReference);
  return isMarked ? name : undefined;
}

export function isRuleReference({ apiVersion, kind }: { apiVersion: string; kind: string }): boolean {
  return kind === 'VerticalScalingPolicy' && apiVersion.startsWith(`${PLUMBLINE_GROUP}/`);
}

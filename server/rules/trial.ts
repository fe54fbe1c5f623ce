import { markedRule } from '../decide/pods/rule-marks';
import type { TrialOutcome, TriedRule, TriedWorkload } from '../decide/pods/rule-trial';
import type { Sliced } from '../lib/time/slices';
import { mergePatch } from '../objects/merge-patch';
import type { VerticalScalingPolicy } from '../objects/plumbline-types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import type { RuleVerdict } from './judge';
import { compileRule, type Rule } from './rule';
import { named } from './rule-status';
import type { RulesIndex } from './rules-index';
import type { TemplateSettings } from './template-faults';

/** So many workloads are listed by name. */
const MOST_LISTED = 20;
const ORDER: readonly TrialOutcome[] = ['conflict', 'made', 'changed', 'moved', 'removed', 'kept'];

/** What a policy is as it is tried: a new one is the youngest. */
export function triedRule(object: VerticalScalingPolicy, nowMs: number, settings: TemplateSettings): Rule {
  const { metadata } = object;
  const creationTimestamp = metadata.creationTimestamp ?? new Date(nowMs).toISOString();
  return compileRule({ ...object, metadata: { ...metadata, creationTimestamp } }, settings);
}

/**
 * What the workloads would get, if a policy were as `tried`.
 * @param mostNext how many of the VPAs that change are handed on, and of those that are removed
 */
export function* ruleTrial(rulesIndex: RulesIndex, tried: Rule, mostNext: number): Sliced<TriedRule> {
  const counts = { made: 0, changed: 0, moved: 0, removed: 0, kept: 0, conflict: 0 };
  const found: TriedWorkload[] = [];
  const next: VerticalPodAutoscaler[] = [];
  const gone: VerticalPodAutoscaler[] = [];
  let matched = 0;
  yield* rulesIndex.judgingWith(tried, (workload, verdict) => {
    if (verdict.policy?.name === tried.name) matched++;
    const outcome = outcomeOf(tried.name, verdict);
    if (!outcome) return;
    counts[outcome]++;
    if ((outcome === 'changed' || outcome === 'moved') && next.length < mostNext)
      next.push(...changed(verdict));
    if (outcome === 'removed' && gone.length < mostNext) gone.push(...removedBy(tried.name, verdict));
    const conflict = verdict.conflicts.find(({ policy }) => policy === tried.name);
    keep(found, {
      ...named(workload),
      outcome,
      ...(conflict && { conflict: { reason: conflict.reason, with: conflict.with } }),
    });
  });
  const { conflict: conflicts, ...outcomes } = counts;
  const { unusable, faults, warnings, kindFaults, matchesEverything } = tried;
  return {
    matched,
    ...outcomes,
    conflicts,
    matchesEverything: matchesEverything && unusable === undefined,
    faults: unusable === undefined ? [...faults] : [unusable],
    warnings: [...kindFaults, ...warnings],
    first: found,
    next,
    gone,
  };
}

/** The VPA of a workload as its policy would leave it. */
function changed({ steps }: RuleVerdict): VerticalPodAutoscaler[] {
  return steps.flatMap((step) => (step.kind === 'patch' ? [mergePatch(step.vpa, step.patch)] : []));
}

function removedBy(name: string, { steps }: RuleVerdict): VerticalPodAutoscaler[] {
  return steps.flatMap((step) => (step.kind === 'remove' && step.policy === name ? [step.vpa] : []));
}

function outcomeOf(name: string, { policy, conflicts, own, steps }: RuleVerdict): TrialOutcome | undefined {
  if (conflicts.some((one) => one.policy === name)) return 'conflict';
  if (own && policy && policy.name !== name && markedRule(own) === name) return 'moved';
  const step = steps.find((one) => one.policy === name);
  if (step) return OUTCOMES[step.kind];
  return policy?.name === name && own ? 'kept' : undefined;
}

const OUTCOMES = { create: 'made', patch: 'changed', release: 'kept', remove: 'removed' } as const;

/** The first by what happens to them, in no more memory than that. */
function keep(found: TriedWorkload[], one: TriedWorkload): void {
  const rank = ORDER.indexOf(one.outcome);
  const place = found.findIndex(({ outcome }) => ORDER.indexOf(outcome) > rank);
  if (place < 0) found.push(one);
  else found.splice(place, 0, one);
  if (found.length > MOST_LISTED) found.pop();
}

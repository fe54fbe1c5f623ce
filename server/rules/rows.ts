import type { MatchedWorkload, PolicyPart, RuleDetail, RuleRow, RuleState } from '../contract/rules';
import { GOLDILOCKS_RULE, markedRule } from '../decide/pods/rule-marks';
import type { Sliced } from '../lib/time/slices';
import { formatSelector, selectorFrom } from '../objects/selector';
import type { LabelSelector } from '../objects/types';
import type { Rule } from './rule';
import { kindText } from './rule-kind';
import { decisionAsked, ruleConditions } from './rule-status';
import type { JudgedWorkload, RulesIndex } from './rules-index';
import type { RuleTally } from './tally';

const PARTS: readonly PolicyPart[] = ['calendar', 'approvals', 'graduation'];

/** Every policy, the strongest first. */
export function ruleRows(rulesIndex: RulesIndex): RuleRow[] {
  return rulesIndex.list().map((policy) => rowOf(rulesIndex, policy));
}

/** Undefined if there is no such policy. */
export function ruleDetail(rulesIndex: RulesIndex, name: string): RuleDetail | undefined {
  const policy = rulesIndex.policies.named(name);
  if (!policy) return undefined;
  const object = rulesIndex.policies.objectOf(name);
  const { unusable, faults, warnings, kindFaults } = policy;
  const row = rowOf(rulesIndex, policy);
  return {
    ...row,
    ...(object && { spec: object.spec, generation: object.metadata.generation }),
    conditions: object?.status?.conditions ?? [],
    faults: unusable === undefined ? [...faults] : [unusable],
    warnings: [...kindFaults, ...warnings],
    ...(row.state === 'awaits-decision' && { asks: decisionAsked(name, row.vpas) }),
  };
}

/** What a policy takes, has a VPA for, or is in conflict over. */
export function* ruleWorkloads(rulesIndex: RulesIndex, name: string): Sliced<MatchedWorkload[]> {
  const tally = rulesIndex.tallies.find(name);
  const workloads: MatchedWorkload[] = [];
  if (!tally) return workloads;
  for (const key of new Set([...tally.workloads, ...tally.vpas, ...tally.conflicts.keys()])) {
    const place = rulesIndex.placeOf(key);
    if (place) workloads.push(workloadOf(place, name));
    yield;
  }
  return workloads;
}

function workloadOf({ key, namespace, workload, verdict }: JudgedWorkload, policy: string): MatchedWorkload {
  const own = verdict.own && markedRule(verdict.own) === policy ? verdict.own : undefined;
  const target = own?.spec.targetRef;
  const conflict = verdict.conflicts.find((one) => one.policy === policy);
  const mode = own?.spec.updatePolicy?.updateMode;
  const isEdited = own !== undefined && verdict.edited.length > 0;
  const state = !workload
    ? 'gone'
    : conflict
      ? 'conflict'
      : isEdited
        ? 'edited'
        : own
          ? 'has-vpa'
          : 'pending';
  return {
    namespace,
    kind: workload?.kindName ?? target?.kind ?? '',
    name: workload?.name ?? target?.name ?? key,
    state,
    ...(own && { vpa: own.metadata.name }),
    ...(mode && { mode }),
    edited: isEdited ? [...verdict.edited] : [],
    ...(conflict && { conflict: { reason: conflict.reason, with: conflict.with } }),
  };
}

function rowOf(rulesIndex: RulesIndex, policy: Rule): RuleRow {
  const { name, precedence, kinds, matchesEverything, createdMs } = policy;
  const object = rulesIndex.policies.objectOf(name);
  const tally = rulesIndex.tallies.find(name);
  const spec = object?.spec;
  const mode = spec?.template?.spec?.updatePolicy?.updateMode;
  return {
    name,
    builtIn: name === GOLDILOCKS_RULE,
    state: stateOf(policy, tally),
    why: ruleConditions(policy, tally)[0]?.message ?? '',
    ...(object && { precedence, createdMs }),
    ...(mode && { mode }),
    kinds: [...kinds].map(kindText),
    namespaces: selectorText(spec?.namespaceSelector),
    selector: selectorText(spec?.workloadSelector),
    exclusions: spec?.exclude?.length ?? 0,
    parts: PARTS.filter((part) => spec?.[part] !== undefined),
    matchesEverything,
    workloads: tally?.workloads.size ?? 0,
    vpas: tally?.vpas.size ?? 0,
    conflicts: tally?.conflicts.size ?? 0,
    edited: tally?.edited.size ?? 0,
    pending: tally?.pending.size ?? 0,
  };
}

function stateOf({ deleted, unusable, faults }: Rule, tally: RuleTally | undefined): RuleState {
  if (deleted === 'undecided' && tally?.vpas.size) return 'awaits-decision';
  if (deleted) return 'deleting';
  if (unusable !== undefined || faults.length > 0) return 'invalid';
  if (tally?.pending.size) return 'working';
  return tally?.conflicts.size ? 'conflicts' : 'ready';
}

function selectorText(selector: LabelSelector | undefined): string {
  try {
    return formatSelector(selectorFrom(selector ?? {}));
  } catch {
    return '';
  }
}

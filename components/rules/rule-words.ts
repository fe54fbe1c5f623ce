import type {
  MatchedWorkload,
  RuleRow,
  RuleState,
  RuleWorkloadState,
  TrialOutcome,
} from '@/server/contract/rules';
import { countOf } from '@/server/words/counts';

export const RULE_STATE_LABELS: Record<RuleState, string> = {
  'awaits-decision': 'Awaits a decision',
  deleting: 'Being deleted',
  invalid: 'Cannot be used',
  working: 'At work',
  conflicts: 'Conflicts',
  ready: 'Ready',
};

export const RULE_STATE_TONES: Record<RuleState, 'bad' | 'warning' | 'busy' | 'quiet' | 'good'> = {
  'awaits-decision': 'warning',
  deleting: 'busy',
  invalid: 'bad',
  working: 'busy',
  conflicts: 'warning',
  ready: 'good',
};

export const WORKLOAD_LABELS: Record<RuleWorkloadState, string> = {
  conflict: 'Conflict',
  edited: 'Edited by hand',
  pending: 'Gets its VPA',
  'has-vpa': 'Has its VPA',
  gone: 'Workload is gone',
};

export const OUTCOME_LABELS: Record<TrialOutcome, string> = {
  made: 'gets a VPA',
  changed: 'its VPA changes',
  moved: 'its VPA goes over to another rule',
  kept: 'its VPA stays',
  removed: 'its VPA is removed',
  conflict: 'conflict',
};

/** Why a workload has no VPA of a policy, or shares it. */
export function conflictWords({ reason, with: other }: NonNullable<MatchedWorkload['conflict']>): string {
  switch (reason) {
    case 'OwnVpa':
      return `it has a VPA of its own, ${other}, which is left alone`;
    case 'EqualPrecedence':
      return `rule ${other} of the same precedence takes it too; the older one counts`;
    case 'Refused':
      return `the API server refused it: ${other}`;
  }
}

/** `Deployment, StatefulSet in namespaces with env=prod, labels app=web, with 2 exclusions`. */
export function selectionWords({
  kinds,
  namespaces,
  selector,
  exclusions,
}: Pick<RuleRow, 'kinds' | 'namespaces' | 'selector' | 'exclusions'>): string {
  return [
    `${kinds.join(', ')} ${namespaces === '' ? 'of every namespace' : `in namespaces with ${namespaces}`}`,
    ...(selector === '' ? [] : [`labels ${selector}`]),
    ...(exclusions === 0 ? [] : [`with ${countOf(exclusions, 'exclusion')}`]),
  ].join(', ');
}

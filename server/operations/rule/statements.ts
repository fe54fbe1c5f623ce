import type { RuleTrialView } from '../../decide/pods/rule-trial';
import { countOf } from '../../words/counts';

/** What saving a policy does, a sentence each. */
export function trialStatements(trial: RuleTrialView, isNew: boolean): string[] {
  const { matched, made, changed, kept, removed, conflicts } = trial;
  return [
    matched === 0
      ? 'No workload matches now.'
      : `${countOf(matched, 'workload')} ${matched === 1 ? 'matches' : 'match'} now.`,
    ...(made > 0 ? [`Plumbline makes ${countOf(made, 'VPA')}.`] : []),
    ...(changed > 0 ? [`${countOf(changed, 'VPA')} of it ${changed === 1 ? 'changes' : 'change'}.`] : []),
    ...(removed > 0
      ? [
          `${countOf(removed, 'VPA')} of it ${removed === 1 ? 'is' : 'are'} removed, since no workload of it matches any longer.`,
        ]
      : []),
    ...(!isNew && kept > 0
      ? [`${countOf(kept, 'VPA')} ${kept === 1 ? 'stays' : 'stay'} as ${kept === 1 ? 'it is' : 'they are'}.`]
      : []),
    ...(conflicts > 0
      ? [
          `${countOf(conflicts, 'workload')} get${conflicts === 1 ? 's' : ''} no VPA of it, or ${conflicts === 1 ? 'is' : 'are'} claimed by another rule.`,
        ]
      : []),
  ];
}

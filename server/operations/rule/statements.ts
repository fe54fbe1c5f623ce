import type { RuleTrialView } from '../../decide/pods/rule-trial';
import { countOf } from '../../words/counts';

/** What saving a policy does, a sentence each. */
export function trialStatements(trial: RuleTrialView, isNew: boolean): string[] {
  const { matched, made, changed, moved, kept, removed, conflicts } = trial;
  return [
    matched === 0
      ? 'No workload matches now.'
      : `${countOf(matched, 'workload')} ${matched === 1 ? 'matches' : 'match'} now.`,
    ...(made > 0 ? [`Plumbline makes ${countOf(made, 'VPA')}.`] : []),
    ...(changed > 0 ? [`${countOf(changed, 'VPA')} of it ${changed === 1 ? 'changes' : 'change'}.`] : []),
    ...(moved > 0
      ? [
          `${countOf(moved, 'VPA')} of it ${moved === 1 ? 'goes' : 'go'} over to another rule, and ${moved === 1 ? 'says' : 'say'} what that says.`,
        ]
      : []),
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

/** What deleting a policy does, a sentence each. */
export function deletionStatements({ moved, kept, removed }: RuleTrialView): string[] {
  return [
    ...(moved > 0
      ? [`${countOf(moved, 'VPA goes', 'VPAs go')} over to another rule, which takes the workload too.`]
      : []),
    ...(kept > 0
      ? [
          `${countOf(kept, 'VPA stays as it is', 'VPAs stay as they are')}: what becomes of pods does not change.`,
        ]
      : []),
    ...(removed > 0
      ? [
          `${countOf(removed, 'VPA is', 'VPAs are')} removed: no pod of ${removed === 1 ? 'it' : 'them'} is changed any more, running pods stay as they are, and new pods start with the requests of their template.`,
        ]
      : []),
    ...(moved + kept + removed === 0 ? ['It has no VPAs: what becomes of pods does not change.'] : []),
  ];
}

import type { EvictionRequirement } from '../../../objects/vpa-types';
import type { PolicyField } from './field';

export const REQUIREMENT_FIELDS = [
  { path: 'resources', place: 'resources', kind: 'resources', label: 'Of any of' },
  {
    path: 'changeRequirement',
    place: 'change',
    kind: 'choice',
    label: 'Only when',
    choices: [
      { value: 'TargetHigherThanRequests', label: 'Target above request' },
      { value: 'TargetLowerThanRequests', label: 'Target below request' },
    ],
  },
] as const satisfies readonly PolicyField[];

/** What all the requirements of a VPA mean together. */
export function requirementWords(requirements: readonly EvictionRequirement[]): string {
  if (requirements.length === 0) return 'No eviction requirement applies.';
  const each = requirements.map(({ resources, changeRequirement }) => {
    const names = resources.map((resource) => (resource === 'cpu' ? 'CPU' : resource)).join(' or ');
    return `its ${names} target is ${changeRequirement === 'TargetHigherThanRequests' ? 'above' : 'below'} the request`;
  });
  return `A pod is changed only when for one of its containers ${each.join(', and ')}.`;
}

import { PLAN_WORDS, type PlanView } from '@/server/contract/plan';
import { REASONS } from '@/server/words/reasons';
import { sharedControls } from '../changes/shared-filters';
import type { ListDefinition } from '../lists/list-definition';
import { listParams, listQuery } from '../lists/list-params';

export type PlanFilter = (typeof PLAN_WORDS.filters)[number];
export type PlanSort = (typeof PLAN_WORDS.sorts)[number];

/** The plan as a list of VPAs; `opened` are the groups whose pods are shown by name. */
export function planList(opened: readonly string[]): ListDefinition<PlanView, PlanFilter, PlanSort> {
  return {
    params: listParams<PlanFilter, PlanSort>(PLAN_WORDS),
    path: (asked) => {
      const query = listQuery(asked, PLAN_WORDS);
      if (opened.length > 0) query.set('open', opened.join(','));
      return `/api/plan?${query}`;
    },
    label: 'Filter the plan',
    controls: [
      ...sharedControls<PlanView>('Find a VPA, target or pod'),
      {
        kind: 'choice',
        name: 'reason',
        label: 'Reason',
        all: 'All reasons',
        choices: (view) =>
          (view?.tallies.reason ?? []).map(({ code, pods }) => ({
            value: code,
            label: `${REASONS[code].sentence} (${pods.toLocaleString('en-US')})`,
          })),
        wide: true,
      },
    ],
    sortChoices: {
      acts: 'Soonest to act',
      when: 'Not before',
      name: 'VPA',
      namespace: 'Namespace',
      pods: 'Number of pods',
    },
    noMatch: { sentence: 'No pod of the plan matches this filter.', all: 'Show all pods' },
  };
}

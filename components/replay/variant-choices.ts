import type { UpdateMode } from '@/server/contract/kubernetes';
import type { ReplayDays, VariantRequest } from '@/server/contract/replays';

export interface VariantChoices {
  days: ReplayDays;
  recommenders: readonly string[];
  /** Of what is added; empty for the mode of each policy. */
  mode: UpdateMode | '';
}

/** The policy as it is, as every comparison begins. */
export const POLICY_AS_IT_IS: VariantRequest = { name: 'as now' };

export const DAY_CHOICES = [
  { value: 1, label: 'Last day' },
  { value: 7, label: '7 days' },
  { value: 30, label: '30 days' },
] as const;

/** A policy that changes no running pod shows nothing of a recommender: what is added may change them. */
export function usualMode(mode: string | undefined): UpdateMode | '' {
  return mode === 'Off' || mode === 'Initial' ? 'InPlaceOrRecreate' : '';
}

/** The policy as it is, and with each recommender. */
export function variantsOf({
  recommenders,
  mode,
}: Pick<VariantChoices, 'recommenders' | 'mode'>): VariantRequest[] {
  return [
    POLICY_AS_IT_IS,
    ...recommenders.map((recommender) => ({
      name: mode ? `${recommender}, ${mode}` : recommender,
      recommender,
      ...(mode && { updateMode: mode }),
    })),
  ];
}

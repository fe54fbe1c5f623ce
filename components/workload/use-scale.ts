import { parseAsStringLiteral, useQueryState } from 'nuqs';

export const SCALES = [
  { value: 'log', label: 'Log' },
  { value: 'linear', label: 'Linear' },
] as const;

/** The axis of the histograms, in the address, so that a link shows the same. */
export function useScale() {
  return useQueryState('axis', parseAsStringLiteral(['log', 'linear'] as const).withDefault('log'));
}

import { formatShare } from './counts';

/** What a container has too little of, and whose doing that is. */
const STRAINED_BY = {
  'cpu-limit': 'is held back at its CPU limit',
  cpu: 'waits for CPU',
  neighbours: 'waits for CPU that its neighbours on the node take, below any limit of its own,',
  memory: 'waits for memory to be reclaimed',
} as const;

export type StrainedBy = keyof typeof STRAINED_BY;

/** `waits for CPU 25 % of the time`. */
export function strainWords(by: StrainedBy, share: number): string {
  return `${STRAINED_BY[by]} ${formatShare(share)} of the time`;
}

import type { WorkloadDetail } from '@/server/contract/recommendations';
import { countOf } from '@/server/words/counts';
import { strainWords } from '@/server/words/strain';

type Strain = Extract<NonNullable<WorkloadDetail['signals']>, { kind: 'followed' }>['strain'];

/** What comes of it, besides that nothing is lowered. */
const THEN = {
  'cpu-limit': 'Its CPU request and limit are not lowered.',
  cpu: 'Its CPU request is not lowered.',
  neighbours:
    'Its CPU request is not lowered, and not raised for that: it would help only by taking from the others.',
  memory: 'Its memory request and limit are not lowered.',
} as const;

/** What a container has too little of, a sentence each; it was measured at the last look. */
export function strainLines(strain: Strain, container: string): string[] {
  return strain
    .filter((one) => one.container === container)
    .map(
      ({ by, share, pods }) =>
        `${container} ${strainWords(by, share)}${pods > 1 ? `, or less, in ${countOf(pods, 'pod')}` : ''}. ${THEN[by]}`,
    );
}

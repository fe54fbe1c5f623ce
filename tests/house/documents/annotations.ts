import type { VpaFeature } from '../../../server/decide/features/feature';
import { FEATURES } from '../../../server/decide/features/features';
import { ANNOTATIONS, type Annotation } from '../../../server/words/annotations';
import { page, table } from './markdown';

const features: readonly VpaFeature[] = FEATURES;

/** Every name of Plumbline's own on objects of the cluster. */
export const ALL_ANNOTATIONS: readonly Annotation[] = [
  ...features.flatMap(({ annotation, notes = [] }) => [...(annotation ? [annotation] : []), ...notes]),
  ...Object.values(ANNOTATIONS),
];

/** `docs/annotations.md`. */
export function annotationsPage(): string {
  const [people, ours] = [true, false].map((isForPeople) =>
    ALL_ANNOTATIONS.filter(({ takes }) => (takes !== undefined) === isForPeople),
  );
  return page(
    'Annotations',
    'Every name of Plumbline on objects of the cluster. What is no annotation says what it is.',
    [
      `## What people write\n\n${table(['name', 'on', 'takes', 'what it does'], (people ?? []).map(rowOf))}`,
      `## What Plumbline writes\n\nLeave these to Plumbline: it reads them after a restart.\n\n${table(['name', 'on', 'what it keeps'], (ours ?? []).map(rowOf))}`,
    ],
  );
}

function rowOf({ name, on, as, takes, says, guide }: Annotation): string[] {
  const where = as === undefined ? on : `${on} (${as})`;
  const about = guide === undefined ? says : `${says} [More](${guide}).`;
  return [`\`${name}\``, where, ...(takes === undefined ? [] : [takes]), about];
}

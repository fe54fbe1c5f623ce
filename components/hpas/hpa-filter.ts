import type { FilterChoice } from '../lists/list-definition';
import { CLAIM_LABELS, HELD_LABELS, HPA_STATE_LABELS } from './hpa-words';

/** Every workload that an HPA scales, with or without a VPA. */
export const WITH_HPA = '/workloads?hpa=any&vpa=all';

/** What workloads can be filtered by of their HPA: how it stands, what limits it, who scales. */
export const HPA_CHOICES: readonly FilterChoice[] = [
  { value: 'any', label: 'With an HPA' },
  { value: 'none', label: 'Without an HPA' },
  ...choices(HPA_STATE_LABELS, (label) => `HPA ${label.toLowerCase()}`),
  ...choices(HELD_LABELS, (label) => `Limited: ${label.toLowerCase()}`).filter(
    ({ value }) => value !== 'nothing' && value !== 'disabled',
  ),
  ...choices(CLAIM_LABELS, (label) => `Scaled by: ${label}`),
  { value: 'differs', label: 'Its controller differs' },
];

function choices(labels: Readonly<Record<string, string>>, words: (label: string) => string): FilterChoice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label: words(label) }));
}

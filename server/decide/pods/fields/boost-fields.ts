import type { StartupBoost } from '../../../objects/vpa-types';
import type { PolicyField } from './field';

type BoostKind = 'Factor' | 'Quantity';

/** The fields of a startup boost of CPU; `of` selects those of a kind of boost. */
export const BOOST_FIELDS = [
  {
    path: 'type',
    place: 'kind',
    kind: 'choice',
    label: 'CPU while starting',
    choices: [
      { value: 'Factor', label: 'Times a factor' },
      { value: 'Quantity', label: 'Plus an amount' },
    ],
    standard: 'Factor',
  },
  {
    path: 'factor',
    place: 'factor',
    kind: 'whole',
    label: 'Factor',
    help: 'a whole number, 1 or more',
    empty: () => 'such as 2',
    of: 'Factor',
  },
  {
    path: 'quantity',
    place: 'quantity',
    kind: 'quantity',
    label: 'Amount of CPU',
    help: 'more than recommended',
    empty: () => 'such as 500m',
    of: 'Quantity',
  },
  {
    path: 'durationSeconds',
    place: 'durationSeconds',
    kind: 'whole',
    label: 'Stays for',
    help: 'counted from when the pod is ready',
    unit: 's',
    empty: () => '0 s',
  },
] as const satisfies readonly (PolicyField & { of?: BoostKind })[];

/** What a startup boost does; `who` starts, as in `New pods start app`. */
export function boostWords(who: string, boost: StartupBoost | undefined): string {
  const cpu = boost?.cpu;
  if (!cpu) return `${who} without more CPU.`;
  const more = cpu.type === 'Quantity' ? `${cpu.quantity} more CPU` : `${cpu.factor} times the CPU`;
  const until = cpu.durationSeconds ? `${cpu.durationSeconds} s after they are ready` : 'they are ready';
  return `${who} with ${more}, until ${until}.`;
}

import type { Cost } from '@/server/contract/costs';
import type { Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';

/** One line of the sum from what is requested to the targets: CPU and memory, with their sign. */
export interface SumLine {
  label: string;
  cpu: string;
  memory: string;
  isTotal: boolean;
}

/**
 * From what pods request to their targets, line by line, so that each amount on the page can be found in it: requests −
 * to free + to add − what caps take from what is needed = targets.
 */
export function sumLines({ amounts, unfreed }: Pick<Cost, 'amounts' | 'unfreed'>): SumLine[] {
  const { requests, saving, growth, target } = amounts;
  const capped = {
    cpu: requests.cpu - saving.cpu + growth.cpu - target.cpu,
    memory: requests.memory - saving.memory + growth.memory - target.memory,
  };
  const line = (label: string, sign: '' | '−' | '+', { cpu, memory }: typeof capped, isTotal = false) => ({
    label,
    cpu: signed(sign, 'cpu', cpu),
    memory: signed(sign, 'memory', memory),
    isTotal,
  });
  return [
    line('Requests of the pods', '', requests, true),
    line('To free by smaller requests', '−', saving),
    line('To add by larger requests', '+', growth),
    line('Kept below the need by caps: no saving', '−', capped),
    line('Targets of all pods', '', target, true),
    ...(unfreed.cpu > 0 || unfreed.memory > 0
      ? [line('Of what is to free, kept by init containers', '', unfreed)]
      : []),
  ];
}

function signed(sign: string, resource: Resource, amount: number): string {
  // What is left of amounts that cancel out is rounding.
  if (Math.round(amount) <= 0) return 'none';
  return `${sign} ${formatAmount(resource, amount)}`.trim();
}

import type { Both, Cost, CostsView, Stage } from '@/server/contract/costs';
import { RESOURCES, type Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import { countOf } from '@/server/words/counts';

/** One line of a sum: CPU and memory, with their sign. */
export interface SumLine {
  label: string;
  cpu: string;
  memory: string;
  isTotal: boolean;
}

type Sign = '' | '−' | '+' | '±';

/**
 * From what containers need to the targets, line by line: need − caps = what `kubectl get vpa` shows, and that with
 * what LimitRanges, limits, HPAs and held amounts make of it = the targets on the page. Empty where it is not known.
 */
export function targetLines({ amounts, way }: Pick<Cost, 'amounts' | 'way'>): SumLine[] {
  if (!way) return [];
  return [
    line('What the containers need', '', way.needed, true),
    ...unlessNothing('Capped by policies, settings and nodes', '−', way.capped),
    ...unlessNothing('Raised to a minimum', '+', way.minimum),
    line('Targets in kubectl get vpa, times pods', '', way.recommended, true),
    ...unlessNothing('Held after a change was undone, or by group of nodes', '±', way.held),
    ...unlessNothing('Cut by LimitRanges, limits that stay and whole pods', '−', way.lowered),
    ...unlessNothing('Raised by LimitRanges and use that was seen', '+', way.raised),
    ...unlessNothing('Kept as requested: by an HPA or the policy', '±', way.kept),
    ...unlessNothing('Without a recommendation: as requested', '+', way.unknown),
    line('Targets of all pods', '', amounts.target, true),
  ];
}

/**
 * From what pods request to their targets, line by line, so that each amount on the page can be found in it: requests −
 * to free + to add − what caps take from what is needed = targets.
 */
export function sumLines({
  amounts,
  unfreed,
  stages,
  refused,
}: Pick<Cost, 'amounts' | 'unfreed'> & Partial<Pick<CostsView['totals'], 'stages' | 'refused'>>): SumLine[] {
  const { requests, saving, growth, target } = amounts;
  const capped = {
    cpu: requests.cpu - saving.cpu + growth.cpu - target.cpu,
    memory: requests.memory - saving.memory + growth.memory - target.memory,
  };
  const staged = (part: 'saving' | 'growth') =>
    stages
      ? Object.entries(STAGE_LABELS).flatMap(([stage, label]) =>
          unlessNothing(`Of that, ${label}`, '', stages[stage as Stage][part]),
        )
      : [];
  return [
    line('Requests of the pods', '', requests, true),
    line('To free by smaller requests', '−', saving),
    ...staged('saving'),
    line('To add by larger requests', '+', growth),
    ...staged('growth'),
    line('Kept below the need by caps: no saving', '−', capped),
    line('Targets of all pods', '', target, true),
    ...unlessNothing('Of what is to free, kept by init containers', '', unfreed),
    ...(refused && refused.pods > 0
      ? [line(`Not in the sums: ${countOf(refused.pods, 'pod')} that the API server refuses`, '', refused)]
      : []),
  ];
}

const STAGE_LABELS: Readonly<Record<Stage, string>> = {
  due: 'with the next changes',
  held: 'held back, as the plan says',
  quota: 'held back by a quota',
  mode: 'of VPAs in mode Off or Initial',
  near: 'within their bounds, or not to be changed',
};

function line(label: string, sign: Sign, { cpu, memory }: Both, isTotal = false): SumLine {
  return { label, cpu: signed(sign, 'cpu', cpu), memory: signed(sign, 'memory', memory), isTotal };
}

function unlessNothing(label: string, sign: Sign, amounts: Both): SumLine[] {
  return RESOURCES.some((resource) => !isNothing(amounts[resource])) ? [line(label, sign, amounts)] : [];
}

/** What is left of amounts that cancel out is rounding. */
function isNothing(amount: number): boolean {
  return Math.round(Math.abs(amount)) === 0;
}

function signed(sign: Sign, resource: Resource, amount: number): string {
  if (isNothing(amount) || (sign !== '±' && amount < 0)) return 'none';
  const own = sign === '±' ? (amount < 0 ? '−' : '+') : sign;
  return `${own} ${formatAmount(resource, Math.abs(amount))}`.trim();
}

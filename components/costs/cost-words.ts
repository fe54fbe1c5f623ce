import { type Both, type Cost, HOURS_PER_MONTH, type Part } from '@/server/process/pages/costs/views';
import { formatAmount } from '@/server/words/amounts';
import { countOf } from '@/server/words/counts';
import { formatMoney } from '@/server/words/money';

/** One part of a cost in words: a month in money first, or the amounts if there are no prices. */
export interface CostText {
  main: string;
  /** The unit or time of `main`. */
  unit: string;
  /** The rest: an hour in money, and the amounts. */
  more: string;
}

export const PART_NAMES: Readonly<Record<Part, string>> = {
  requests: 'Requests',
  use: 'Use',
  target: 'Targets',
  saving: 'Saving',
  growth: 'Growth',
};

export function sumOf({ cpu, memory }: Both): number {
  return cpu + memory;
}

/** `1.2 cores · 3 GiB`; a resource of which there is nothing is left out, unless both are. */
export function amountsText({ cpu, memory }: Both): string {
  const texts = [cpu > 0 && formatAmount('cpu', cpu), memory > 0 && formatAmount('memory', memory)];
  return texts.filter((text) => text !== false).join(' · ') || 'nothing';
}

export function monthText(currency: string, perHour: number): string {
  return formatMoney(currency, perHour * HOURS_PER_MONTH);
}

/** In core-hours and GiB-hours of a month. */
function hoursText({ cpu, memory }: Both): string {
  const hours = (value: number) =>
    (value * HOURS_PER_MONTH).toLocaleString('en-US', { maximumSignificantDigits: 3 });
  return `${hours(cpu / 1000)} core-hours and ${hours(memory / 1024 ** 3)} GiB-hours a month`;
}

export function costText({ money, amounts }: Cost, part: Part, currency: string | undefined): CostText {
  if (!money || currency === undefined)
    return { main: amountsText(amounts[part]), unit: '', more: hoursText(amounts[part]) };
  const perHour = sumOf(money[part]);
  return {
    main: monthText(currency, perHour),
    unit: 'a month',
    more: `${formatMoney(currency, perHour)} an hour · ${amountsText(amounts[part])}`,
  };
}

/** What the figures leave out, a sentence each. */
export function leftOutWords(
  { pods, missing, money }: Cost,
  leftOut: { doubles: number; foreign: number } = { doubles: 0, foreign: 0 },
): string[] {
  const most = ({ cpu, memory }: Both) => Math.max(cpu, memory);
  const containers = (count: number) => countOf(count, 'container');
  return [
    money && pods.notPriced > 0
      ? `Not priced: ${countOf(pods.notPriced, 'pod')} on nodes without a price; money leaves them out.`
      : '',
    pods.elsewhere > 0 ? `${countOf(pods.elsewhere, 'pod')} that another VPA has too count with that.` : '',
    pods.waiting > 0 ? `${countOf(pods.waiting, 'pod')} without a node cost nothing yet.` : '',
    most(missing.request) > 0
      ? `${containers(most(missing.request))} request no CPU or no memory: all of their target is growth.`
      : '',
    most(missing.target) > 0
      ? `${containers(most(missing.target))} have no target: it counts as the request.`
      : '',
    most(missing.use) > 0
      ? `${containers(most(missing.use))} have no sample: their use is not in the sum.`
      : '',
    leftOut.doubles > 0
      ? `${countOf(leftOut.doubles, 'VPA')} on a workload that another one counts for.`
      : '',
    leftOut.foreign > 0
      ? `${countOf(leftOut.foreign, 'VPA')} of other recommenders are not in the sums.`
      : '',
  ].filter((sentence) => sentence !== '');
}

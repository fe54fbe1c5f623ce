import { type Both, type Cost, type CostPart, HOURS_PER_MONTH } from '@/server/contract/costs';
import { formatAmount } from '@/server/words/amounts';
import { countOf } from '@/server/words/counts';
import { formatMoney } from '@/server/words/money';
import { missingWords } from '@/server/words/sums';

/** One part of a cost in words: a month in money first, or the amounts if there are no prices. */
export interface CostText {
  main: string;
  /** The unit or time of `main`. */
  unit: string;
  /** The rest: an hour in money, and the amounts. */
  more: string;
}

export const PART_NAMES: Readonly<Record<CostPart, string>> = {
  requests: 'Requests',
  use: 'Use',
  target: 'Targets',
  saving: 'To free',
  growth: 'To add',
};

export function costSum({ cpu, memory }: Both): number {
  return cpu + memory;
}

/** Keeps an amount and its unit on one line. */
const NO_BREAK = '\u00a0';

/** `1.2 cores · 3 GiB`; a resource of which there is nothing is left out, unless both are. */
export function amountsText({ cpu, memory }: Both): string {
  const texts = [cpu > 0 && formatAmount('cpu', cpu), memory > 0 && formatAmount('memory', memory)];
  const amounts = texts.filter((text) => text !== false);
  return amounts.map((text) => text.replace(' ', NO_BREAK)).join(' · ') || 'nothing';
}

export function monthText(currency: string, perHour: number): string {
  return formatMoney(currency, perHour * HOURS_PER_MONTH);
}

/** What amounts in millicores and bytes cost in an hour, at the prices of a core and of a GiB. */
export function costAt(price: Both, { cpu, memory }: Both): number {
  return (cpu / 1000) * price.cpu + (memory / 1024 ** 3) * price.memory;
}

/** In core-hours and GiB-hours of a month. */
function hoursText({ cpu, memory }: Both): string {
  const hours = (value: number) =>
    (value * HOURS_PER_MONTH).toLocaleString('en-US', { maximumSignificantDigits: 3 });
  return `${hours(cpu / 1000)} core-hours and ${hours(memory / 1024 ** 3)} GiB-hours a month`;
}

export function costText({ money, amounts }: Cost, part: CostPart, currency: string | undefined): CostText {
  if (!money || currency === undefined)
    return { main: amountsText(amounts[part]), unit: '', more: hoursText(amounts[part]) };
  const perHour = costSum(money[part]);
  return {
    main: monthText(currency, perHour),
    unit: 'a month',
    more: `${formatMoney(currency, perHour)} an hour · ${amountsText(amounts[part])}`,
  };
}

/** What the figures leave out, a sentence each. */
export function leftOutWords(
  { pods, missing, money, unfreed }: Cost,
  leftOut: { doubles: number; foreign: number } = { doubles: 0, foreign: 0 },
): string[] {
  const most = ({ cpu, memory }: Both) => Math.max(cpu, memory);
  return [
    money && pods.notPriced > 0
      ? `On nodes without a price: ${countOf(pods.notPriced, 'pod')}. Money leaves them out.`
      : '',
    pods.waiting > 0 ? `Without a node: ${countOf(pods.waiting, 'pod')}. They cost nothing yet.` : '',
    pods.elsewhere > 0 ? `Also of another VPA: ${countOf(pods.elsewhere, 'pod')}. They count with that.` : '',
    unfreed.cpu > 0 || unfreed.memory > 0
      ? `Of what is to free, ${amountsText(unfreed)} frees nothing on nodes: an init container or the pod itself requests as much. It is free once those request no more than what runs.`
      : '',
    ...missingWords({
      request: most(missing.request),
      target: most(missing.target),
      use: most(missing.use),
    }),
    leftOut.doubles > 0
      ? `Not listed, because other VPAs have their pods: ${countOf(leftOut.doubles, 'VPA')}.`
      : '',
    leftOut.foreign > 0 ? `Of other recommenders, not in the sums: ${countOf(leftOut.foreign, 'VPA')}.` : '',
  ].filter((sentence) => sentence !== '');
}

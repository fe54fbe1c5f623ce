import type { ExpertLook, ExpertsView } from '@/server/contract/recommendations';
import { formatAmount } from '@/server/words/amounts';
import { formatShare, ordinal } from '@/server/words/counts';
import { formatDuration } from '@/server/words/times';
import { localAbsoluteTime } from '../times/times';

const HOUR_MS = 3_600_000;

/** One expert in words, and its cost as shares of the dearest shown. */
export interface ExpertRow {
  name: string;
  reacts: string;
  request: string;
  cost: string;
  shortage: string;
  speaks: boolean;
  parts: readonly { part: 'shortage' | 'reserved'; share: number }[];
}

/** The experts shown, cheapest first. */
export function expertRows({ experts }: ExpertsView): ExpertRow[] {
  const dearest = Math.max(...experts.map(({ cost }) => cost), 1);
  return experts.map(({ request, cost, shortage, reacts, speaks, ...look }) => ({
    name: lookName(look),
    reacts: reacts ? 'Yes' : 'No',
    request: formatAmount('cpu', request),
    cost: formatAmount('cpu', cost),
    shortage: formatAmount('cpu', shortage),
    speaks,
    parts: [
      { part: 'shortage', share: shortage / dearest },
      { part: 'reserved', share: Math.max(0, cost - shortage) / dearest },
    ],
  }));
}

/** Which expert speaks, and since when. */
export function expertsWords({ experts, since, count, canReact }: ExpertsView): string {
  const speaker = experts.find(({ speaks }) => speaks);
  if (!speaker || !since)
    return `No expert speaks yet: ${count} are compared over a day first, and until then the target is that of default.`;
  const former = since.after ? `, after ${lookName(since.after)}` : '';
  return `Of ${count} experts, this one has cost least: ${lookName(speaker)}. It has spoken since ${localAbsoluteTime(since.atMs)}${former}. ${reactionWords(speaker.reacts, canReact)}`;
}

function reactionWords(reacts: boolean, canReact: boolean): string {
  if (reacts) return 'It raises the request at once when usage is above it.';
  return canReact
    ? 'It does not chase short peaks: that would have cost more.'
    : 'Since each change is an eviction, no expert chases short peaks.';
}

export function priceWords({ shortagePrice, changePrice, priceHalfLifeMs, ceiling }: ExpertsView): string {
  return `The cost is what an expert would have reserved on average, plus its shortage: one hour short of CPU costs as much as ${shortagePrice} h of the mean usage, one change about ${changePrice} h. Half of a cost is forgotten after ${formatDuration(priceHalfLifeMs)}. No expert raises its request above ${ceiling === 1 ? '' : `${ceiling} times `}what default would ask for, but for what is used right now.`;
}

function lookName({ is, margin }: ExpertLook): string {
  const plus = margin > 0 ? ` and ${formatShare(margin)}` : '';
  return `${isName(is)}${plus}`;
}

function isName(is: ExpertLook['is']): string {
  switch (is.kind) {
    case 'percentile':
      return `${ordinal(is.percentile * 100)} percentile, half-life ${formatDuration(is.halfLifeMs)}`;
    case 'same-hour':
      return is.hoursAgo === 24 ? 'same hour yesterday' : 'same hour a week ago';
    case 'highest':
      return `highest of the last ${formatDuration(is.hours * HOUR_MS)}`;
    case 'as-default':
      return 'as default';
  }
}

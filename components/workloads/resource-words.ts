import type { ResourceView } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { requestVerdict, VERDICT_WORDS } from '@/server/contract/verdict';
import {
  exactAmount,
  formatAmount,
  formatAmountRange,
  formatRequestAndTarget,
  isUnbounded,
} from '@/server/words/amounts';
import { formatShare } from '@/server/words/counts';

/** A resource's cell as text; `used` is the share of the request. */
interface ResourceWords {
  request: string;
  target: string;
  /** What the limit is and is to be, where it is recommended apart: `256 MiB → 480 MiB`. */
  limit?: { from: string; to: string };
  used?: string;
}

export function resourceWords(resource: Resource, view: ResourceView): ResourceWords {
  const [request, target] = formatRequestAndTarget(resource, view.request, view.target);
  return {
    request: request ?? 'not set',
    target: target ?? 'unknown',
    ...(view.ownLimit && { limit: limitWords(resource, view.limit, view.ownLimit.target) }),
    ...(view.usedShareOfRequest !== undefined && { used: formatShare(view.usedShareOfRequest) }),
  };
}

/** The limit and what it is to be, told apart as requests and targets are. */
function limitWords(resource: Resource, limit: ResourceView['limit'], target: number) {
  const [from = 'not set', to = formatAmount(resource, target)] = formatRequestAndTarget(
    resource,
    limit,
    target,
  );
  return { from, to };
}

/** The lines of a cell's tooltip: everything known, exactly. */
export function resourceDetails(
  resource: Resource,
  view: ResourceView,
  confidence: number,
): { label: string; value: string }[] {
  const exact = (value: number) => exactAmount(resource, value);
  const lines: [label: string, value: string | undefined][] = [
    ['Request', view.request ? formatAmountRange(resource, view.request) : 'not set'],
    ['Target', view.target === undefined ? undefined : exact(view.target)],
    ['Lower bound', view.lowerBound === undefined ? undefined : exact(view.lowerBound)],
    ['Upper bound', view.upperBound === undefined ? undefined : upperWords(resource, view.upperBound)],
    ['Limit', view.limit && formatAmountRange(resource, view.limit)],
    ['Limit target', view.ownLimit && exact(view.ownLimit.target)],
    ['Used now', view.usage && formatAmount(resource, view.usage.mean)],
    ['Request is', view.target === undefined ? undefined : VERDICT_WORDS[requestVerdict(view, confidence)]],
  ];
  return lines.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

function upperWords(resource: Resource, upperBound: number): string {
  return isUnbounded(upperBound) ? 'none yet, too little history' : exactAmount(resource, upperBound);
}

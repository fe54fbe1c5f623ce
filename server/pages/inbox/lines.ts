import type { InboxAction, InboxItem, InboxLine } from '../../contract/inbox';
import { ofKey } from '../../lib/memo/of-key';
import type { Sliced } from '../../lib/time/slices';
import type { InboxCode } from '../../words/inbox';
import type { Urgency } from '../../words/urgency';
import { gainOfAll } from '../needs/gain';
import type { RankedItem } from './ranked';

/** So many of one code are lines of their own; more are one line. */
const APART_UP_TO: Readonly<Record<Urgency, number>> = { broken: 3, waits: 3, better: 1 };
/** Approving is done for several at once. */
const APPROVALS_APART = 1;
/** The worst of a line of many that come with it. */
const MOST_SHOWN = 3;

/**
 * The lines of items in their order: a workload is in one line, by its most urgent item, and like things are one line
 * with a count, where the worst of them stands.
 * @param isApart every item is a line
 * @param namespace that the items are of; undefined for all within reach
 */
export function* inboxLines(
  items: readonly RankedItem[],
  { isApart, namespace }: { isApart: boolean; namespace?: string | undefined },
): Sliced<InboxLine[]> {
  const heads = isApart ? items : yield* headsOf(items);
  const byCode = new Map<InboxCode, RankedItem[]>();
  for (const ranked of heads) {
    const { code } = ranked.item;
    ofKey(byCode, code, () => []).push(ranked);
    yield;
  }
  const lines: InboxLine[] = [];
  for (const ranked of heads) {
    const alike = byCode.get(ranked.item.code) ?? [];
    if (isApart || alike.length <= mostApart(ranked)) lines.push(lineOf([ranked]));
    else if (alike[0] === ranked) lines.push(lineOf(alike, namespace));
    yield;
  }
  return lines;
}

/** A line of one code with what else there is of each workload and is less urgent, as where all codes are listed. */
export function withLessUrgent(line: InboxLine, byVpa: ReadonlyMap<string, readonly InboxItem[]>): InboxLine {
  const items = line.items.map((item) => {
    const all = byVpa.get(`${item.namespace}/${item.vpa}`) ?? [];
    const at = all.findIndex(({ key }) => key === item.key);
    const also = at < 0 ? [] : all.slice(at + 1);
    return also.length > 0 ? { ...item, also } : item;
  });
  return { ...line, items };
}

/** Of each workload the first item, with the others beside it; what is about no workload as it is. */
function* headsOf(items: readonly RankedItem[]): Sliced<RankedItem[]> {
  const heads = new Map<string, { ranked: RankedItem; also: InboxItem[] }>();
  for (const ranked of items) {
    const { key, namespace, vpa } = ranked.item;
    const place = vpa === undefined ? `item ${key}` : `vpa ${namespace}/${vpa}`;
    const head = heads.get(place);
    if (head) head.also.push(ranked.item);
    else heads.set(place, { ranked, also: [] });
    yield;
  }
  return [...heads.values()].map(({ ranked, also }) =>
    also.length === 0 ? ranked : { ...ranked, item: { ...ranked.item, also } },
  );
}

function mostApart({ item: { code, urgency } }: RankedItem): number {
  if (code === 'approval-due') return APPROVALS_APART;
  // Each says what Plumbline did to it.
  return code === 'undone' ? APART_UP_TO.waits : APART_UP_TO[urgency];
}

function lineOf(alike: readonly RankedItem[], namespace?: string): InboxLine {
  const items = alike.map(({ item }) => item);
  const [first] = items;
  if (!first) throw new RangeError('a line needs an item');
  const { urgency, code } = first;
  const gain = gainOfAll(items.flatMap((item) => item.gain ?? []));
  const action = actionForAll(code, items.length, namespace);
  return {
    urgency,
    code,
    count: items.length,
    items: items.slice(0, MOST_SHOWN),
    ...(gain && { gain }),
    ...(action && { action }),
  };
}

/** What is done to all of a line at once. */
function actionForAll(code: InboxCode, count: number, namespace?: string): InboxAction | undefined {
  if (code !== 'approval-due' || count < 2) return undefined;
  return {
    do: 'approve',
    label: `Approve ${count.toLocaleString('en-US')}…`,
    ...(namespace && { namespace }),
  };
}

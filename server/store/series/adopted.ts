import { ofKey } from '../../lib/memo/of-key';
import type { BlockError } from './block-codec';
import { readable } from './coarser';
import type { OpenHour } from './open-hour';
import { keyText } from './point';
import type { SeriesStore, StoredBlock } from './series-store';
import { FINEST } from './tiers';

type Unreadable = (error: BlockError, block: StoredBlock) => void;

/** Hours asked for in one query. */
const AT_ONCE = 50;

/**
 * Gives hours what an earlier process stored of them. One query for each would take a second of CPU for a thousand, at
 * each start.
 */
export async function adoptStored(
  store: SeriesStore,
  hours: readonly OpenHour[],
  unreadable: Unreadable,
): Promise<void> {
  for (const together of byNamespaceAndHour(hours))
    for (let from = 0; from < together.length; from += AT_ONCE)
      await adopt(store, together.slice(from, from + AT_ONCE), unreadable);
}

/** Those of one namespace that begin at the same time, together. */
function byNamespaceAndHour(hours: readonly OpenHour[]): Iterable<OpenHour[]> {
  const groups = new Map<string, OpenHour[]>();
  for (const one of hours) {
    const name = `${one.key.namespace} ${one.startMs}`;
    ofKey(groups, name, () => []).push(one);
  }
  return groups.values();
}

async function adopt(store: SeriesStore, hours: readonly OpenHour[], unreadable: Unreadable): Promise<void> {
  const [first] = hours;
  if (!first) return;
  const vpas = hours.map(({ key }) => key.vpa);
  const span = { fromMs: first.startMs, toMs: first.startMs + 1 };
  const stored = await store.readOf(first.key.namespace, vpas, FINEST, span);
  const blocks = new Map(stored.map((block) => [keyText(block), block]));
  for (const one of hours) {
    const block = blocks.get(keyText(one.key));
    if (block && (await readable(block, unreadable))) one.adopt(block.data);
  }
}

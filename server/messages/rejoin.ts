import { type Ledger, MOST_DELIVERIES, MOST_ONCE, MOST_QUEUED, withinSize } from './ledger';

/**
 * The ledger of the cluster, `theirs`, with what one process did since `base` while it could not reach it:
 * what it told is told, what it delivered is delivered, what still waits goes on waiting.
 */
export function rejoin(base: Ledger, mine: Ledger, theirs: Ledger): Ledger {
  if (mine === base) return theirs;
  const waitsForMe = new Map(mine.queue.map((message) => [message.id, message]));
  const formerly = new Set(base.queue.map(({ id }) => id));
  const queue = theirs.queue.flatMap((message) => {
    if (!formerly.has(message.id)) return [message];
    const to = message.to.filter((receiver) => waitsForMe.get(message.id)?.to.includes(receiver));
    return to.length > 0 ? [{ ...message, to }] : [];
  });
  const known = new Set([...formerly, ...theirs.queue.map(({ id }) => id)]);
  const added = mine.queue.filter(({ id }) => !known.has(id));
  const seen = new Set(theirs.deliveries.map(({ id, receiver }) => `${id} ${receiver}`));
  const deliveries = [
    ...mine.deliveries.filter(({ id, receiver }) => !seen.has(`${id} ${receiver}`)),
    ...theirs.deliveries,
  ];
  const made = [...new Set([...theirs.made, ...mine.made])];
  const once = Object.entries({ ...mine.once, ...theirs.once });
  return withinSize({
    sinceMs: theirs.sinceMs,
    serial: Math.max(theirs.serial, mine.serial),
    lasting: changed(base.lasting, mine.lasting, theirs.lasting),
    once: Object.fromEntries(once.sort(([, a], [, b]) => b - a).slice(0, MOST_ONCE)),
    queue: [...queue, ...added].sort((a, b) => a.madeMs - b.madeMs).slice(-MOST_QUEUED),
    lines: changed(base.lines, mine.lines, theirs.lines),
    made: made.sort((a, b) => a - b),
    dropped: mine.dropped === base.dropped ? theirs.dropped : Math.max(theirs.dropped, mine.dropped),
    deliveries: deliveries.sort((a, b) => b.atMs - a.atMs).slice(0, MOST_DELIVERIES),
  });
}

/** Theirs with the entries that are new, other or gone in mine since the base. */
function changed<T>(
  base: Readonly<Record<string, T>>,
  mine: Readonly<Record<string, T>>,
  theirs: Readonly<Record<string, T>>,
): Record<string, T> {
  const all = { ...theirs };
  for (const [key, entry] of Object.entries(mine)) if (entry !== base[key]) all[key] = entry;
  for (const key of Object.keys(base)) if (!(key in mine)) delete all[key];
  return all;
}

import { LRUCache } from 'lru-cache';
import type { VisibleNamespaces } from '../../access';
import type { ToldAction } from '../../contract/overview';
import type { Journal } from '../../store';

const MINUTE_MS = 60_000;
/** Of each kind. */
const MOST = 5;
/** Answers kept for each record: those of the open tabs. */
const MOST_KEPT = 50;

/** What was done to pods, the newest first. */
interface RecentActions {
  readonly evictions: ToldAction[];
  readonly resizes: ToldAction[];
  readonly isAway: boolean;
}

type ReadJournal = Pick<Journal, 'audit' | 'revision' | 'state'>;

const kept = new WeakMap<ReadJournal, LRUCache<string, Promise<RecentActions>>>();

/**
 * The last evictions and resizes within reach, since `sinceMs` if it is given. The database is asked again only when
 * this process has recorded something, and once a minute, since another process may have.
 */
export function recentActions(
  journal: ReadJournal,
  { reach, sinceMs, nowMs }: { reach: VisibleNamespaces; sinceMs?: number | undefined; nowMs: number },
): Promise<RecentActions> {
  const answers = kept.get(journal) ?? new LRUCache<string, Promise<RecentActions>>({ max: MOST_KEPT });
  kept.set(journal, answers);
  const key = JSON.stringify([
    reach.key,
    journal.revision,
    journal.state.kind,
    Math.floor(nowMs / MINUTE_MS),
  ]);
  const known = answers.get(key);
  if (known) return known;
  const answer = read(journal, reach, sinceMs);
  answers.set(key, answer);
  const forget = () => void answers.delete(key);
  answer.then(({ isAway }) => isAway && forget(), forget);
  return answer;
}

async function read(
  journal: ReadJournal,
  { namespaces }: VisibleNamespaces,
  sinceMs?: number,
): Promise<RecentActions> {
  const last = async (what: 'evict' | 'resize'): Promise<ToldAction[]> => {
    const found = await journal.audit({
      kinds: ['action'],
      what,
      outcome: 'done',
      ...(namespaces && { within: [...namespaces] }),
      ...(sinceMs !== undefined && { sinceMs }),
      order: 'newest',
      limit: MOST,
    });
    return found.flatMap((one) =>
      one.kind === 'action' ? [{ namespace: one.namespace, vpa: one.vpa, pod: one.pod, atMs: one.atMs }] : [],
    );
  };
  const [evictions, resizes] = await Promise.all([last('evict'), last('resize')]);
  return { evictions, resizes, isAway: journal.state.kind === 'away' };
}

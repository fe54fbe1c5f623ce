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

type Record = Pick<Journal, 'audit' | 'revision' | 'state'>;

const kept = new WeakMap<Record, LRUCache<string, Promise<RecentActions>>>();

/**
 * The last evictions and resizes within reach, since `sinceMs` if it is given. The database is asked again only when
 * this process has recorded something, and once a minute, since another process may have.
 */
export function recentActions(
  record: Record,
  { reach, sinceMs, nowMs }: { reach: VisibleNamespaces; sinceMs?: number | undefined; nowMs: number },
): Promise<RecentActions> {
  const answers = kept.get(record) ?? new LRUCache<string, Promise<RecentActions>>({ max: MOST_KEPT });
  kept.set(record, answers);
  const key = JSON.stringify([reach.key, record.revision, record.state.kind, Math.floor(nowMs / MINUTE_MS)]);
  const known = answers.get(key);
  if (known) return known;
  const answer = read(record, reach, sinceMs);
  answers.set(key, answer);
  const forget = () => void answers.delete(key);
  answer.then(({ isAway }) => isAway && forget(), forget);
  return answer;
}

async function read(
  record: Record,
  { namespaces }: VisibleNamespaces,
  sinceMs?: number,
): Promise<RecentActions> {
  const last = async (what: 'evict' | 'resize'): Promise<ToldAction[]> => {
    const found = await record.audit({
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
  return { evictions, resizes, isAway: record.state.kind === 'away' };
}

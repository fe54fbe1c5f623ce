import type { VisibleNamespaces } from '../../access';
import type { ToldAction } from '../../contract/overview';
import { MadeOnce } from '../../lib/memo/made-once';
import type { Journal } from '../../store';

const MINUTE_MS = 60_000;
/** Of each kind. */
const MOST = 5;

/** What was done to pods, the newest first. */
interface RecentActions {
  readonly evictions: ToldAction[];
  readonly resizes: ToldAction[];
  readonly isAway: boolean;
}

type ReadJournal = Pick<Journal, 'audit' | 'revision' | 'state'>;

interface Asked {
  readonly key: string;
  readonly reach: VisibleNamespaces;
  readonly sinceMs: number | undefined;
}

const kept = new WeakMap<ReadJournal, MadeOnce<Asked, RecentActions>>();

/**
 * The last evictions and resizes within reach, since `sinceMs` if it is given. The database is asked again only when
 * this process has recorded something, and once a minute, since another process may have.
 */
export function recentActions(
  journal: ReadJournal,
  { reach, sinceMs, nowMs }: { reach: VisibleNamespaces; sinceMs?: number | undefined; nowMs: number },
): Promise<RecentActions> {
  const answers =
    kept.get(journal) ??
    new MadeOnce<Asked, RecentActions>({
      make: (asked) => read(journal, asked),
      isKept: ({ isAway }) => !isAway,
    });
  kept.set(journal, answers);
  const key = JSON.stringify([
    reach.key,
    journal.revision,
    journal.state.kind,
    Math.floor(nowMs / MINUTE_MS),
  ]);
  return answers.of({ key, reach, sinceMs });
}

async function read(journal: ReadJournal, { reach: { namespaces }, sinceMs }: Asked): Promise<RecentActions> {
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

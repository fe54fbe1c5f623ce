import type { AuditView } from '@/server/contract/audit';
import { countOf } from '@/server/words/counts';
import { IconDatabaseOff } from '../icons';
import { Callout } from '../layout/callout';

/** Says when the record's database is unavailable, and what that affects. */
export function StoreNotice({ store }: { store: AuditView['store'] }) {
  if (store.kind === 'available') return null;
  return (
    <Callout
      icon={IconDatabaseOff}
      tone="danger"
      title="The database does not answer"
      detail={`${store.message}. ${countOf(store.dropped, 'entry', 'entries')} not recorded so far.`}
      remedy="Check the database and its URL in the settings. Recommending, admission and updating continue without it."
    />
  );
}

import type { InboxItem } from '@/server/contract/inbox';
import type { IntendedChange } from '../access/use-lack';

/** What it takes to dismiss an item, or to show it again. */
export function dismissDeed({ namespace, vpa }: InboxItem): IntendedChange {
  return {
    to: 'dismiss',
    ...(namespace !== undefined && { namespace }),
    ...(vpa !== undefined && { name: vpa }),
  };
}

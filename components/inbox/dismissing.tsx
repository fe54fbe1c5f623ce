'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import type { InboxItem } from '@/server/contract/inbox';
import { onDemand } from '../on-demand/on-demand';

const DismissDialog = onDemand(() => import('./dismiss-dialog'));

const Asking = createContext<(item: InboxItem) => void>(() => undefined);

/** Asks why an item is dismissed. */
export function useDismissing(): (item: InboxItem) => void {
  return useContext(Asking);
}

/** Has the dialog that dismisses an item, apart from its line, which may go while one writes. */
export function DismissingProvider({ children }: { children: ReactNode }) {
  const [item, setItem] = useState<InboxItem>();
  return (
    <Asking value={setItem}>
      {children}
      {item && <DismissDialog item={item} onClose={() => setItem(undefined)} />}
    </Asking>
  );
}

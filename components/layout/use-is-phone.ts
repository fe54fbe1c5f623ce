import { useSyncExternalStore } from 'react';
import { presentViewer } from '@/server/contract/viewer';

const PHONE = '(max-width: 480px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the server drew the document for a phone. */
function isDrawnForPhone(): boolean {
  return typeof document === 'undefined'
    ? presentViewer().isPhone
    : document.documentElement.dataset.phone !== undefined;
}

/** Whether the page is as narrow as a phone, where two pictures have no room beside each other. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches, isDrawnForPhone);
}

'use client';

import type { QuotasView } from '@/server/contract/quotas';
import { countOf } from '@/server/words/counts';
import { usePolled } from '../api/queries';
import { ObjectHeading } from '../layout/object-heading';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';

/** The namespaces whose quotas count. */
export function QuotasScreen() {
  const { data: view, failure } = usePolled<QuotasView>('/api/quotas');
  if (!view) return failureScreen(failure) ?? <LoadingScreen />;
  return (
    <ObjectHeading title="Quotas">
      <span>{countOf(view.namespaces, 'namespace')}</span>
    </ObjectHeading>
  );
}

import type { Metadata } from 'next';
import { Suspense } from 'react';
import { HubRecordScreen } from '@/components/clusters/hub-record-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Record of the hub' };

export default function HubRecordPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <HubRecordScreen />
    </Suspense>
  );
}

import type { Metadata } from 'next';
import { HubRecordScreen } from '@/components/clusters/hub-record-screen';

export const metadata: Metadata = { title: 'Record of the hub' };

export default function HubRecordPage() {
  return <HubRecordScreen />;
}

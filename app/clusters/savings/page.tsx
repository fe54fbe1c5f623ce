import type { Metadata } from 'next';
import { HubPage, type HubPageAsked } from '@/app/clusters/hub-page';
import { SavingsAcrossScreen } from '@/components/across/savings-across-screen';

export const metadata: Metadata = { title: 'Savings of all clusters' };

export default function SavingsAcrossPage({ searchParams }: HubPageAsked) {
  return (
    <HubPage searchParams={searchParams} path="/api/clusters/savings">
      <SavingsAcrossScreen />
    </HubPage>
  );
}

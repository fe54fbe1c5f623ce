import type { Metadata } from 'next';
import { HubPage, type HubPageAsked } from '@/app/clusters/hub-page';
import { PlanAcrossScreen } from '@/components/across/plan-across-screen';

export const metadata: Metadata = { title: 'Plan of all clusters' };

export default function PlanAcrossPage({ searchParams }: HubPageAsked) {
  return (
    <HubPage searchParams={searchParams} path="/api/clusters/plan">
      <PlanAcrossScreen />
    </HubPage>
  );
}

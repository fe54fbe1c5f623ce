import type { Metadata } from 'next';
import { Suspense } from 'react';
import { namesIn } from '@/components/navigation/names-in';
import { ReplayScreen } from '@/components/replay/replay-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Replay' };

export default async function ReplayPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await namesIn(params);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ReplayScreen id={id} />
    </Suspense>
  );
}

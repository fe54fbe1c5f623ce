import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ReplaysScreen } from '@/components/replay/replays-screen';
import { LoadingScreen } from '@/components/screens/loading-screen';

export const metadata: Metadata = { title: 'Replay' };

export default function ReplaysPage() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ReplaysScreen />
    </Suspense>
  );
}

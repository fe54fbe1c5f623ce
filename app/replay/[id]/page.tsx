import type { Metadata } from 'next';
import { namesIn } from '@/components/navigation/names-in';
import { ReplayScreen } from '@/components/replay/replay-screen';

export const metadata: Metadata = { title: 'Replay' };

export default async function ReplayPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await namesIn(params);
  return <ReplayScreen id={id} />;
}

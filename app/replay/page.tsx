import type { Metadata } from 'next';
import { ReplaysScreen } from '@/components/replay/replays-screen';

export const metadata: Metadata = { title: 'Replay' };

export default function ReplaysPage() {
  return <ReplaysScreen />;
}

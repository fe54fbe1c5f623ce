import type { Metadata } from 'next';
import { DiagnosticsScreen } from '@/components/diagnostics/diagnostics-screen';

export const metadata: Metadata = { title: 'Settings and diagnostics' };

export default function DiagnosticsPage() {
  return <DiagnosticsScreen />;
}

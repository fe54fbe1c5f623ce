'use client';

import { CrashScreen } from '@/components/screens/crash-screen';

export default function PageError({ error, retry }: { error: Error; retry: () => void }) {
  return <CrashScreen message={error.message} onRetry={retry} />;
}

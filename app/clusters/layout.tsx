import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { HubGate } from '@/components/screens/hub-gate';
import { presentHub } from '@/server/host/api/clusters/present-hub';
import { AppError } from '@/server/lib/report/errors';

/** Pages about the clusters of a hub ask for nothing in a process that is none. */
export default async function ClustersLayout({ children }: { children: ReactNode }) {
  await connection();
  return <HubGate noHub={whyNoHub()}>{children}</HubGate>;
}

function whyNoHub(): string | undefined {
  try {
    presentHub();
    return undefined;
  } catch (thrown) {
    return thrown instanceof AppError && thrown.code === 'no-hub' ? thrown.message : undefined;
  }
}

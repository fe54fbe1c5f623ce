'use client';

import type { ReactNode } from 'react';
import { useStatus } from '../api/queries';
import { NoHubScreen } from './cluster-screens';

interface HubGateProps {
  /** Why the process that made the page is no hub; undefined if it is one, or not ready. */
  noHub: string | undefined;
  children: ReactNode;
}

/** Shows its children unless the process is no hub; a restart with a list of clusters may make it one. */
export function HubGate({ noHub, children }: HubGateProps) {
  const isHub = useStatus().data?.isHub ?? false;
  return noHub === undefined || isHub ? children : <NoHubScreen message={noHub} />;
}

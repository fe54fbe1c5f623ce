'use client';

import { createContext, type ReactNode, useCallback, useContext } from 'react';
import { apiIn } from '@/server/contract/cluster-pages';
import { InCluster } from '../navigation/row-cluster';

const Asked = createContext<string | undefined>(undefined);

/** The cluster of a hub that a part of a page asks; undefined where all of the page asks the same. */
export function useAskedCluster(): string | undefined {
  return useContext(Asked);
}

/** Where a route of the API is for this part of the page. */
export function useApiPlace(): (path: string) => string {
  const cluster = useAskedCluster();
  return useCallback((path) => apiIn(cluster, path), [cluster]);
}

/** A part of a page of the hub that asks one cluster, and whose links lead there. */
export function AskingCluster({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Asked value={name}>
      <InCluster name={name}>{children}</InCluster>
    </Asked>
  );
}

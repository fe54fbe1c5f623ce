'use client';

import { useQuery } from '@tanstack/react-query';
import type { NodeLabelsView } from '@/server/contract/nodes';
import type { RecommendersView } from '@/server/contract/operations';
import type { ContainerEvidence } from '@/server/contract/recommendations';
import { objectPath } from './paths';
import { usePolled } from './queries';
import { request } from './request';

/** The recommenders that VPAs can choose; they stay the same while the process runs. */
export function useRecommenders() {
  const path = '/api/recommenders';
  return useQuery({
    queryKey: [path],
    queryFn: () => request<RecommendersView>(path),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The labels of nodes, to choose one from. */
export function useNodeLabels() {
  return usePolled<NodeLabelsView>('/api/nodes/labels');
}

export function useEvidence(namespace: string, name: string, container: string, group?: string) {
  const path = `${objectPath('/api/workloads', namespace, name)}/evidence`;
  return usePolled<ContainerEvidence>(
    `${path}?${new URLSearchParams({ container, ...(group !== undefined && { group }) })}`,
    { keepsFormer: true },
  );
}

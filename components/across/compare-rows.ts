import type { WorkloadInCluster } from '@/server/contract/across';
import type { ContainerView, ResourceView } from '@/server/contract/recommendations';
import { RESOURCES, type Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import { containerName } from '@/server/words/container-name';

/** One resource of one container in one cluster, in words. */
export interface ComparedLine {
  container: string;
  resource: Resource;
  request: string;
  target: string;
  bounds: string;
  /** The highest newest sample of all pods. */
  peak: string;
  /** Whether its target differs from that of another cluster by more than a tenth. */
  isUnlike: boolean;
}

const NOT_KNOWN = '–';
/** Targets this close count as the same. */
const ALIKE = 1.1;

/** What is compared of a workload in a cluster, line by line: each resource of each container. */
export function comparedLines(
  { workload }: WorkloadInCluster,
  all: readonly WorkloadInCluster[],
): ComparedLine[] {
  return workload.containers.flatMap((container) =>
    RESOURCES.map((resource) => ({
      container: containerName(container),
      resource,
      ...wordsOf(resource, container[resource]),
      isUnlike: isUnlike(container, resource, all),
    })),
  );
}

function wordsOf(resource: Resource, { request, target, lowerBound, upperBound, usage }: ResourceView) {
  const amount = (value: number | undefined) =>
    value === undefined ? NOT_KNOWN : formatAmount(resource, value);
  const between = (min: number | undefined, max: number | undefined) =>
    min === max ? amount(min) : `${amount(min)} to ${amount(max)}`;
  return {
    request: request ? between(request.min, request.max) : 'not set',
    target: amount(target),
    bounds: between(lowerBound, upperBound),
    peak: amount(usage?.max),
  };
}

function isUnlike({ name }: ContainerView, resource: Resource, all: readonly WorkloadInCluster[]): boolean {
  const targets = all.flatMap(({ workload }) =>
    workload.containers.flatMap((one) => (one.name === name ? (one[resource].target ?? []) : [])),
  );
  return Math.max(...targets) > Math.min(...targets) * ALIKE;
}

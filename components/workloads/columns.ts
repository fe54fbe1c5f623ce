import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { Resource } from '@/server/model/units';
import type { WorkloadSummary } from '@/server/recommender/views';
import { stateOf } from './filter';
import { meanRequest } from './verdict';

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
});

/** What a person can sort by; also the words allowed in the address bar. */
export const SORT_KEYS = ['workload', 'namespace', 'mode', 'cpu', 'memory', 'confidence', 'state'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const STATE_ORDER = ['short', 'unstated', 'over', 'none', 'within'] as const;

/** Request less target over all pods and containers, in millicores or bytes; undefined when nothing compares. */
export function spareOf(workload: WorkloadSummary, resource: Resource): number | undefined {
  let spare: number | undefined;
  for (const container of workload.containers) {
    const request = meanRequest(container[resource]);
    const target = container[resource].target;
    if (request !== undefined && target !== undefined)
      spare = (spare ?? 0) + (request - target) * workload.pods;
  }
  return spare;
}

/** The least confidence over the containers; undefined without any. */
export function confidenceOf(workload: WorkloadSummary): number | undefined {
  const confidences = workload.containers.map((container) => container.confidence);
  return confidences.length > 0 ? Math.min(...confidences) : undefined;
}

const column = createColumnHelper<typeof features, WorkloadSummary>();

const text = {
  sortFn: (a: { getValue<T>(id: string): T }, b: { getValue<T>(id: string): T }, id: string) =>
    a.getValue<string>(id).localeCompare(b.getValue<string>(id), 'en', { numeric: true }),
};

export const columns = column.columns([
  column.accessor((row) => `${row.name} ${row.namespace}`, { id: 'workload', header: 'Workload', ...text }),
  column.accessor((row) => `${row.namespace} ${row.name}`, { id: 'namespace', header: 'Namespace', ...text }),
  column.accessor((row) => row.updateMode, { id: 'mode', header: 'Mode', ...text }),
  column.accessor((row) => spareOf(row, 'cpu'), { id: 'cpu', header: 'CPU', sortUndefined: 'last' }),
  column.accessor((row) => spareOf(row, 'memory'), { id: 'memory', header: 'Memory', sortUndefined: 'last' }),
  column.accessor(confidenceOf, { id: 'confidence', header: 'Confidence', sortUndefined: 'last' }),
  column.accessor((row) => STATE_ORDER.indexOf(stateOf(row)), { id: 'state', header: 'State' }),
]);

import { WORKLOAD_WORDS } from '@/server/contract/workloads';

const OF_THE_LIST = new Set<string>([...WORKLOAD_WORDS.filters, 'sort', 'order', 'page']);

/**
 * Where a link to `/` with a query of the list of workloads leads now; undefined for any other. That list was the first
 * page once.
 */
export function formerListAddress(
  asked: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  if (!Object.keys(asked).some((name) => OF_THE_LIST.has(name))) return undefined;
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(asked))
    for (const value of [values ?? []].flat()) query.append(name, value);
  return `/workloads?${query}`;
}

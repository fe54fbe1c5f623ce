import { RESOURCES } from '../../../model/units';
import { gravityOf, STANDINGS } from '../../../recommender/views/verdict';
import { naturalKey } from '../../../words/natural-order';
import { hasWords, type ListSpec } from '../list';
import type { NamespaceSum } from './namespace-sum';
import type { NamespaceRow } from './views';

/** Clouds charge about as much for a core as for 8 GiB. */
const BYTES_LIKE_A_CORE = 8 * 1024 ** 3;
const MILLICORES_PER_CORE = 1000;

/** A namespace with what the list derives from it. */
export interface ListedNamespace {
  readonly row: NamespaceRow;
  readonly text: string;
  readonly nameKey: string;
  /** In cores, with memory converted. */
  readonly over: number;
  readonly short: number;
}

export function listedNamespace(name: string, sum: NamespaceSum): ListedNamespace {
  const { cpu, memory, standings } = sum.overview;
  const inCores = (part: 'over' | 'short') =>
    cpu[part] / MILLICORES_PER_CORE + memory[part] / BYTES_LIKE_A_CORE;
  const atRisk = STANDINGS.filter((one) => gravityOf(one) <= gravityOf('short'));
  return {
    row: {
      name,
      vpas: sum.vpas,
      totals: { cpu, memory },
      atRisk: atRisk.reduce((count, one) => count + standings[one], 0),
    },
    text: name.toLowerCase(),
    nameKey: naturalKey(name),
    over: inCores('over'),
    short: inCores('short'),
  };
}

/** The list of namespaces. */
export const NAMESPACE_LIST_SPEC = {
  pageSize: 25,
  parts: (row: ListedNamespace) => [row],
  namespaceOf: ({ row }) => row.name,
  filters: { q: hasWords<ListedNamespace, ListedNamespace>(({ text }) => text) },
  tallies: {},
  sorts: {
    name: ({ nameKey }) => nameKey,
    vpas: ({ row }) => row.vpas,
    risk: ({ row }) => row.atRisk,
    over: ({ over }) => over,
    short: ({ short }) => short,
    ...Object.fromEntries(
      RESOURCES.map((resource) => [resource, ({ row }: ListedNamespace) => row.totals[resource].requested]),
    ),
  },
} satisfies ListSpec<ListedNamespace, ListedNamespace, Record<string, never>>;

import type { NamespaceRow } from '../../contract/overview';
import { gravityOf, STANDINGS } from '../../contract/verdict';
import { RESOURCES } from '../../objects/units';
import { naturalKey } from '../../words/natural-order';
import { countBy, hasWords, type ListSpec, type Narrow, type Tallies } from '../list';
import { inCores } from '../workloads/in-cores';
import type { NamespaceSum } from './namespace-sum';

/** A namespace with what the list derives from it. */
export interface ListedNamespace {
  readonly row: NamespaceRow;
  readonly text: string;
  readonly nameKey: string;
  /** In cores, with memory converted. */
  readonly over: number;
  readonly short: number;
  /** What its VPAs have, each once. */
  readonly modes: readonly string[];
  readonly states: readonly string[];
  readonly policies: readonly string[];
}

export function listedNamespace(name: string, sum: NamespaceSum): ListedNamespace {
  const { cpu, memory, standings } = sum.overview;
  const both = (part: 'over' | 'short') => inCores({ cpu: cpu[part], memory: memory[part] });
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
    over: both('over'),
    short: both('short'),
    modes: [...sum.modes.keys()],
    states: STANDINGS.filter((one) => standings[one] > 0),
    policies: [...sum.policies.keys()],
  };
}

/** Keeps namespaces with a VPA of the requested value. */
function has(
  valuesOf: (one: ListedNamespace) => readonly string[],
): (value: string) => Narrow<ListedNamespace, ListedNamespace> {
  return (value) => (one) => (valuesOf(one).includes(value) ? one : undefined);
}

export const NAMESPACE_LIST_SPEC = {
  pageSize: 25,
  parts: (row: ListedNamespace) => [row],
  namespaceOf: ({ row }) => row.name,
  filters: {
    q: hasWords<ListedNamespace, ListedNamespace>(({ text }) => text),
    mode: has(({ modes }) => modes),
    state: has(({ states }) => states),
    policy: has(({ policies }) => policies),
  },
  tallies: {
    mode: countBy(({ modes }) => modes),
    state: countBy(({ states }) => states),
    policy: countBy(({ policies }) => policies),
  },
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
} satisfies ListSpec<ListedNamespace, ListedNamespace, Tallies<ListedNamespace, ListedNamespace>>;

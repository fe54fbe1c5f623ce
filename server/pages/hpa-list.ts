import { HELD_BY, HPA_CLAIMS, HPA_STATES, type HpaRow } from '../contract/hpas';
import type { Sliced } from '../lib/time/slices';
import { sorting } from '../lib/time/sorting';
import { compareTexts, naturalKey } from '../words/natural-order';
import { countBy, hasWords, isValue, type ListSpec, type Tallies } from './list';
import type { KnownValues } from './list-query';
import { Sheet } from './sheet';

/** An HPA in the list, with what it is searched and sorted by. */
export interface ListedHpa {
  readonly row: HpaRow;
  readonly text: string;
  readonly key: string;
}

export const KNOWN_OF_HPAS: KnownValues = {
  state: (value) => HPA_STATES.some((each) => each === value),
  held: (value) => HELD_BY.some((each) => each === value),
  claim: (value) => HPA_CLAIMS.some((each) => each === value),
  differs: (value) => value === 'true' || value === 'false',
};

/** All HPAs by namespace and name. */
export function* listedHpas(
  rows: readonly HpaRow[],
  former: Sheet<ListedHpa> | undefined,
): Sliced<Sheet<ListedHpa>> {
  const listed: ListedHpa[] = [];
  for (const row of rows) {
    const { namespace, name, target, why, metrics } = row;
    const names = metrics.map((metric) => metric.name).join(' ');
    listed.push({
      row,
      text: `${namespace}/${name} ${target.kind}/${target.name} ${names} ${why}`.toLowerCase(),
      key: naturalKey(`${namespace}/${name}`),
    });
    yield;
  }
  return new Sheet(yield* sorting(listed, (a, b) => compareTexts(a.key, b.key)), former);
}

function change({ replicas, desired }: HpaRow): number | undefined {
  return replicas === undefined || desired === undefined ? undefined : -Math.abs(desired - replicas);
}

const differs = ({ row }: ListedHpa) => String(row.differsSinceMs !== undefined);

export const HPA_LIST_SPEC = {
  pageSize: 50,
  parts: (hpa: ListedHpa) => [hpa],
  namespaceOf: ({ row }: ListedHpa) => row.namespace,
  filters: {
    q: hasWords<ListedHpa, ListedHpa>(({ text }) => text),
    namespace: isValue<ListedHpa, ListedHpa>(({ row }) => row.namespace),
    target: isValue<ListedHpa, ListedHpa>(({ row: { target } }) => `${target.kind}/${target.name}`),
    state: isValue<ListedHpa, ListedHpa>(({ row }) => row.state),
    held: isValue<ListedHpa, ListedHpa>(({ row }) => row.held),
    claim: isValue<ListedHpa, ListedHpa>(({ row }) => row.claim),
    differs: isValue<ListedHpa, ListedHpa>(differs),
  },
  tallies: {
    namespace: countBy<ListedHpa, ListedHpa>(({ row }) => row.namespace),
    state: countBy<ListedHpa, ListedHpa>(({ row }) => row.state),
    held: countBy<ListedHpa, ListedHpa>(({ row }) => row.held),
    claim: countBy<ListedHpa, ListedHpa>(({ row }) => row.claim),
    differs: countBy<ListedHpa, ListedHpa>(differs),
  },
  sorts: {
    state: ({ row }) => HPA_STATES.indexOf(row.state),
    name: ({ row }) => naturalKey(row.name),
    namespace: ({ key }) => key,
    replicas: ({ row }) => row.replicas,
    change: ({ row }) => change(row),
  },
} satisfies ListSpec<ListedHpa, ListedHpa, Tallies<ListedHpa, ListedHpa>>;

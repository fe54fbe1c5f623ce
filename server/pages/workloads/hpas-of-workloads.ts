import type { VisibleNamespaces } from '../../access';
import { HELD_BY, HPA_CLAIMS, HPA_STATES, type HpaRow } from '../../contract/hpas';
import { ofKey } from '../../lib/memo/of-key';
import type { Sliced } from '../../lib/time/slices';
import type { ListedHpa } from '../hpa-list';
import { type SortedWorkload, WORKLOAD_LIST_SPEC } from './workload-list';

/** The HPAs of one sync by what they scale, as far as a person may read them. */
export class HpasByTarget {
  static readonly none = new HpasByTarget([], '');
  private readonly known = new Map<string, HpaRow[]>();

  /** @param revision changes with what these say, and with who may read which */
  constructor(
    rows: Iterable<HpaRow>,
    readonly revision: string,
  ) {
    for (const row of rows) {
      const key = keyOf(row);
      ofKey(this.known, key, () => []).push(row);
    }
  }

  get isEmpty(): boolean {
    return this.known.size === 0;
  }

  /** Those that scale a workload; usually one. */
  of({ row }: Pick<SortedWorkload, 'row'>): readonly HpaRow[] {
    return this.known.get(keyOf(row)) ?? [];
  }

  /** Those that answer a filter and scale none of `workloads`. */
  *others(workloads: readonly SortedWorkload[], filter: string, namespace?: string): Sliced<HpaRow[]> {
    const left = new Map(this.known);
    for (const { row } of workloads) {
      left.delete(keyOf(row));
      yield;
    }
    const answers = hpaFilter(filter);
    return [...left.values()]
      .flat()
      .filter((hpa) => (namespace === undefined || hpa.namespace === namespace) && answers([hpa]));
  }
}

/** @returns the HPAs of a sync within reach, by what they scale */
export function* hpasByTarget(
  listed: readonly ListedHpa[],
  revision: string,
  reach: VisibleNamespaces,
): Sliced<HpasByTarget> {
  const rows: HpaRow[] = [];
  for (const { row } of listed) {
    if (reach.covers(row.namespace)) rows.push(row);
    yield;
  }
  return new HpasByTarget(rows, `${revision} ${reach.key}`);
}

function keyOf({ namespace, target }: Pick<HpaRow, 'namespace' | 'target'>): string {
  return `${namespace}/${target.kind}/${target.name}`;
}

/** What the filter accepts beside states, what limits, and who scales: any HPA, none, and one whose controller differs. */
const PRESENCES: readonly string[] = ['any', 'none', 'differs'];
const WORDS = new Set<string>([...PRESENCES, ...HPA_STATES, ...HELD_BY, ...HPA_CLAIMS]);

/** Whether these are words of the filter `hpa`, with commas between them. */
export function isHpaFilter(value: string): boolean {
  return value.split(',').every((word) => WORDS.has(word));
}

/** Tests the HPAs of a workload: one of them has to answer every word, or there is none for `none`. */
function hpaFilter(value: string): (hpas: readonly HpaRow[]) => boolean {
  const words = value.split(',');
  if (words.includes('none')) return (hpas) => hpas.length === 0 && words.length === 1;
  return (hpas) => hpas.some((hpa) => words.every((word) => answers(hpa, word)));
}

function answers({ state, held, claim, differsSinceMs }: HpaRow, word: string): boolean {
  if (word === 'any') return true;
  return word === 'differs' ? differsSinceMs !== undefined : [state, held, claim].includes(word as never);
}

/** The list of workloads with a filter by HPA and a sort by how the HPA stands, the worst first. */
export function listWithHpas(hpas: Pick<HpasByTarget, 'of'>) {
  return {
    ...WORKLOAD_LIST_SPEC,
    filters: {
      ...WORKLOAD_LIST_SPEC.filters,
      hpa: (value: string) => {
        const isMet = hpaFilter(value);
        return (row: SortedWorkload) => (isMet(hpas.of(row)) ? row : undefined);
      },
    },
    sorts: {
      ...WORKLOAD_LIST_SPEC.sorts,
      hpa: (row: SortedWorkload) => {
        const states = hpas.of(row).map(({ state }) => HPA_STATES.indexOf(state));
        return states.length === 0 ? undefined : Math.min(...states);
      },
    },
  };
}

import type { DigestList, DigestLists } from '../../../contract/digest';
import type { ListWords } from '../../../contract/lists';
import type { ListSpec, Tallies } from '../../list';
import type { KnownValues } from '../../list-query';

type RowsOf<Name extends DigestList> = NonNullable<DigestLists[Name]>;

/** A list of one cluster that a hub has over several. */
export interface ListKind<Name extends DigestList, Row, Part, Shown, Made extends Tallies<Row, Part>> {
  list: Name;
  words: ListWords<string, string>;
  known?: KnownValues;
  pageSize?: number;
  spec: ListSpec<Row, Part, Made>;
  /** A row as the list of one cluster has it. */
  rowOf(digested: RowsOf<Name>['rows'][number], list: RowsOf<Name>): Row;
  /** The order between rows that are sorted alike; that of the clusters, if absent. */
  compare?(a: Row, b: Row): number;
  shown(row: Row, parts: readonly Part[]): Shown;
}

/** Infers what a kind of list is made of. */
export function listKind<Name extends DigestList, Row, Part, Shown, Made extends Tallies<Row, Part>>(
  kind: ListKind<Name, Row, Part, Shown, Made>,
): ListKind<Name, Row, Part, Shown, Made> {
  return kind;
}

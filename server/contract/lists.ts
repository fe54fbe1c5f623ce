/** The filters and sorts of a list: the words in the page's address and in the API's query. */
export interface ListWords<Filter extends string, Sort extends string> {
  filters: readonly Filter[];
  sorts: readonly Sort[];
  usual: { key: Sort; descending: boolean };
  /** How many rows people may ask for on a page, the usual number first; absent if they may not choose. */
  sizes?: readonly number[];
}

/** One page of a list. */
export interface ListView<Row> {
  rows: Row[];
  /** How many rows match the filter, on all pages. */
  matching: number;
  all: number;
  /** From 1 on. */
  page: number;
  pages: number;
  /** By filter: what that filter could choose from, given the others. */
  tallies: object;
}

export type Counts<Value extends string = string> = { [value in Value]?: number };

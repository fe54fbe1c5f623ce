import type { ListAsked, ListParams } from './list-params';
import type { RangeEnd } from './time-text';

export interface FilterChoice {
  value: string;
  label: string;
}

/** One control of a filter bar, as plain data. `name` is the filter it sets. */
export type FilterControl<Filter extends string, View> =
  | { kind: 'words'; name: Filter; label: string; placeholder: string }
  | {
      kind: 'choice';
      name: Filter;
      label: string;
      /** The placeholder while nothing is chosen. */
      all: string;
      /** The choices, given the list's answer and the query. */
      choices(view: View | undefined, filter: Record<Filter, string>): readonly FilterChoice[];
      wide?: boolean;
      /** Whether there is anything to choose; always, if absent. A choice that was made stays in sight. */
      isOffered?(view: View | undefined, filter: Record<Filter, string>): boolean;
    }
  /** Several of a few, as chips; written into the filter by `join`, read from it by `split`. */
  | {
      kind: 'several';
      name: Filter;
      label: string;
      choices: readonly FilterChoice[];
      split(value: string): readonly string[];
      join(chosen: readonly string[]): string;
      /** Filters that may become invalid when this one changes. */
      clears: readonly Filter[];
    }
  | { kind: 'namespace'; name: Filter; clears?: readonly Filter[] }
  /** A VPA by its name, in the namespace that the filter `within` names. */
  | { kind: 'vpa'; name: Filter; within: Filter }
  /** A time as people type it by their clock, in UTC in the filter; `fault` says what is wrong with it. */
  | {
      kind: 'time';
      name: Filter;
      label: string;
      end: RangeEnd;
      fault(filter: Record<Filter, string>): string | undefined;
      clears: readonly Filter[];
    }
  /** One of a few, all of them in sight; the first stands for none. */
  | {
      kind: 'one';
      name: Filter;
      label: string;
      choices(view: View | undefined): readonly FilterChoice[];
      clears: readonly Filter[];
    }
  /** On with this value, off with none. */
  | {
      kind: 'switch';
      name: Filter;
      value: string;
      label(view: View | undefined): string;
      isOffered(view: View | undefined, filter: Record<Filter, string>): boolean;
    };

/** A list as plain data: the query to the server, and its filters and sorts. */
export interface ListDefinition<View, Filter extends string, Sort extends string> {
  params: ListParams<Filter, Sort>;
  /** The query to the API. */
  path(asked: ListAsked<Filter, Sort>): string;
  /** The name of the filter bar. */
  label: string;
  controls: readonly FilterControl<Filter, View>[];
  /** The sorts of a list without column headings. */
  sortChoices?: Record<Sort, string>;
  /** What to say if nothing matches, and the way out. */
  noMatch: { sentence: string; all: string };
}

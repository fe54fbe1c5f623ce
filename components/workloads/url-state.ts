import { parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs';
import { SORT_KEYS } from './columns';
import { STATE_FILTERS, type StateFilter } from './filter';

const STATES = Object.keys(STATE_FILTERS) as StateFilter[];

/** The table's filter, order and page as they stand in the address bar. */
export const TABLE_PARAMS = {
  q: parseAsString.withDefault(''),
  namespace: parseAsString.withDefault(''),
  mode: parseAsString.withDefault(''),
  state: parseAsStringLiteral(STATES),
  sort: parseAsStringLiteral(SORT_KEYS).withDefault('namespace'),
  order: parseAsStringLiteral(['asc', 'desc'] as const).withDefault('asc'),
  page: parseAsInteger.withDefault(1),
};

import type { VisibleNamespaces } from '../access';
import type { ListWords } from '../contract/lists';
import { AppError } from '../lib/report/errors';

/** What a person asks for, and what of the cluster they may read. */
export interface ListRequest {
  readonly params: URLSearchParams;
  readonly reach: VisibleNamespaces;
  /** Where they may read HPAs; absent where nothing shows any. */
  readonly reachOfHpas?: () => Promise<VisibleNamespaces>;
}

/** The query of a list; only filters that are set are present. */
export interface ListQuery {
  filters: Readonly<Record<string, string>>;
  sort: string;
  descending: boolean;
  /** From 1 on; a page beyond the end is the last. */
  page: number;
  /** How many rows a page has; absent for the usual number. */
  size?: number;
  /** Nothing beyond it is listed, counted or added up. */
  reach: VisibleNamespaces;
}

const LONGEST = 200;
const ORDERS = ['asc', 'desc'];

/** The values a filter accepts; one that is not here accepts any text. */
export type KnownValues = Readonly<Record<string, (value: string) => boolean>>;

/**
 * Parses a query string, whose words are also those of the page's address.
 * @param others parameters that are parsed elsewhere
 * @throws AppError `bad-request` naming the invalid parameters
 */
export function readListQuery(
  { params, reach }: ListRequest,
  words: ListWords<string, string>,
  { known = {}, others = [] }: { known?: KnownValues; others?: readonly string[] } = {},
): ListQuery {
  const faults = new Faults();
  const filters: Record<string, string> = {};
  for (const [name, value] of params) {
    if (['sort', 'order', 'page', ...(words.sizes ? ['rows'] : []), ...others].includes(name)) continue;
    if (!words.filters.includes(name)) faults.add(name, 'is not known here');
    else if (value.length > LONGEST) faults.add(name, `has more than ${LONGEST} characters`);
    else if (value !== '' && known[name]?.(value) === false) faults.add(name, `is not known: ${value}`);
    else if (value !== '') filters[name] = value;
  }
  const sort = params.get('sort') || words.usual.key;
  if (!words.sorts.includes(sort)) faults.add('sort', `must be one of ${words.sorts.join(', ')}`);
  const order = params.get('order') || (words.usual.descending ? 'desc' : 'asc');
  if (!ORDERS.includes(order)) faults.add('order', `must be one of ${ORDERS.join(', ')}`);
  const page = Number(params.get('page') || 1);
  if (!Number.isSafeInteger(page) || page < 1) faults.add('page', 'must be a whole number from 1 on');
  const size = Number(params.get('rows') || words.sizes?.[0]);
  if (words.sizes && !words.sizes.includes(size))
    faults.add('rows', `must be one of ${words.sizes.join(', ')}`);
  faults.throwIfAny();
  return { filters, sort, descending: order === 'desc', page, ...(words.sizes && { size }), reach };
}

/** A whole number in a query string. @throws AppError `bad-request` that names it */
export function numberParam(
  params: URLSearchParams,
  name: string,
  { usual, most }: { usual: number; most: number },
): number {
  const value = Number(params.get(name) || usual);
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value;
  const faults = new Faults();
  faults.add(name, `must be a whole number from 1 to ${most}`);
  throw faults.error();
}

class Faults {
  private readonly fields: { field: string; message: string }[] = [];

  add(field: string, message: string): void {
    this.fields.push({ field, message });
  }

  error(): AppError {
    const message = this.fields.map((fault) => `${fault.field} ${fault.message}`).join('; ');
    return new AppError('bad-request', message, this.fields);
  }

  throwIfAny(): void {
    if (this.fields.length > 0) throw this.error();
  }
}

import type { AuditEntry, AuditView } from '../contract/audit';
import { AppError } from '../lib/report/errors';
import { csvLine } from '../words/csv';
import { isoTime } from '../words/times';
import { formatAsked, type TableFile, tableFile } from './table-file';

const FORMATS = ['csv', 'json'] as const;

/** A file ends after so many; who needs more asks for the time before by `until`. */
export const MOST_IN_FILE = 20_000;
const PAGE = 500;

/** What a file takes of a page of the log. */
type AuditPage = Pick<AuditView, 'entries' | 'nextAfter' | 'store'>;

/**
 * The entries that a query of the log asks for, up to `MOST_IN_FILE`.
 * @param params of the query, with `format`: `csv` or `json`
 * @param read one page of the log
 * @throws AppError `bad-request` for an invalid query, `database-away`; later ones break the file off
 */
export async function auditFile(
  params: URLSearchParams,
  read: (params: URLSearchParams) => Promise<AuditPage>,
): Promise<TableFile> {
  const format = formatAsked(params, FORMATS);
  const asked = new URLSearchParams(params);
  for (const name of ['format', 'after']) asked.delete(name);
  asked.set('limit', String(PAGE));
  const pages = pagesOf(asked, read);
  const first = await pages.next();
  return tableFile('audit', format, written(format, first.done ? [] : first.value, pages));
}

async function* pagesOf(
  asked: URLSearchParams,
  read: (params: URLSearchParams) => Promise<AuditPage>,
): AsyncGenerator<AuditEntry[], undefined> {
  for (let count = 0; count < MOST_IN_FILE; ) {
    const { entries, nextAfter, store } = await read(asked);
    if (store.kind === 'away') throw new AppError('database-away', store.message);
    yield entries;
    count += entries.length;
    if (nextAfter === undefined) return;
    asked.set('after', nextAfter);
  }
}

async function* written(
  format: (typeof FORMATS)[number],
  first: readonly AuditEntry[],
  others: AsyncIterable<readonly AuditEntry[]>,
): AsyncGenerator<string> {
  const isCsv = format === 'csv';
  if (isCsv) yield csvLine(COLUMNS.map(([name]) => name));
  else yield '[';
  let isFirst = true;
  const textOf = (entries: readonly AuditEntry[]) =>
    entries
      .map((entry) => {
        if (isCsv) return csvLine(COLUMNS.map(([, of]) => of(entry)));
        const line = `${isFirst ? '' : ','}\n${JSON.stringify(entry)}`;
        isFirst = false;
        return line;
      })
      .join('');
  yield textOf(first);
  for await (const entries of others) yield textOf(entries);
  if (!isCsv) yield '\n]\n';
}

type Value = string | number | undefined;

/** The columns of the table; a column is empty where an entry of this kind has none of it. */
const COLUMNS: readonly (readonly [name: string, of: (entry: AuditEntry) => Value])[] = [
  ['time', ({ atMs }) => isoTime(atMs)],
  ['kind', ({ kind }) => kind],
  ['what', whatOf],
  ['namespace', (entry) => ('namespace' in entry ? entry.namespace : undefined)],
  ['name', (entry) => (entry.kind === 'change' ? entry.name : 'vpa' in entry ? entry.vpa : undefined)],
  ['pod', (entry) => ('pod' in entry ? entry.pod : undefined)],
  ['who', (entry) => (entry.kind === 'change' ? entry.who : undefined)],
  ['outcome', (entry) => ('outcome' in entry ? entry.outcome : undefined)],
  ['came_of_it', (entry) => (entry.kind === 'action' ? entry.cameOfIt : undefined)],
  ['before', (entry) => jsonOf('before' in entry ? entry.before : undefined)],
  ['after', (entry) => jsonOf('after' in entry ? entry.after : undefined)],
  ['reasons', (entry) => ('reasons' in entry ? entry.reasons.map(({ code }) => code).join(' ') : undefined)],
  ['detail', (entry) => ('detail' in entry ? entry.detail : undefined)],
  ['trace', (entry) => ('trace' in entry ? entry.trace : undefined)],
];

function whatOf(entry: AuditEntry): Value {
  switch (entry.kind) {
    case 'action':
      return entry.action;
    case 'change':
      return entry.change;
    case 'decision':
      return entry.decision;
    case 'admission':
      return `${entry.count} admitted`;
    case 'gap':
      return `${entry.dropped} missing`;
  }
}

function jsonOf(value: unknown): Value {
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

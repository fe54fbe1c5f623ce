import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { z } from 'zod';
import { type DigestList, type DigestLists, MOST_DIGESTED } from '../../contract/digest';
import { Slices } from '../../slices';
import { boundedJson } from './bounded';
import { ROW_SCHEMAS } from './row-schemas';

const zipped = promisify(gzip);

/** The lists of a member, each by itself and small: most of it is read only when somebody opens a page. */
export interface PackedLists {
  readonly lists: ReadonlyMap<DigestList, Buffer>;
  readonly bytes: number;
}

const DIGEST_LISTS = Object.keys(ROW_SCHEMAS) as DigestList[];

const said = z.looseObject({ rows: z.array(z.unknown()), all: z.number().gte(0) });

/** Keeps of the lists of a digest what a page can show, in slices; a list that is none is left out. */
export async function packLists(lists: unknown): Promise<PackedLists> {
  const packed = new Map<DigestList, Buffer>();
  const slices = new Slices();
  let bytes = 0;
  for (const name of DIGEST_LISTS) {
    const list = await listIn(lists, name, slices);
    if (!list) continue;
    const kept = await zipped(JSON.stringify(list), { level: 1 });
    packed.set(name, kept);
    bytes += kept.length;
  }
  return { lists: packed, bytes };
}

/** A list of a member; undefined if it told none. */
export function unpackList<Name extends DigestList>(
  { lists }: PackedLists,
  name: Name,
): DigestLists[Name] | undefined {
  const kept = lists.get(name);
  // It was checked row by row when it was packed.
  return kept && (JSON.parse(gunzipSync(kept).toString('utf8')) as DigestLists[Name]);
}

async function listIn(lists: unknown, name: DigestList, slices: Slices) {
  const given =
    typeof lists === 'object' && lists !== null ? (lists as Record<string, unknown>)[name] : undefined;
  const list = said.safeParse(given).data;
  if (!list) return undefined;
  const { all, rows, atMs, currency } = list;
  const schema = ROW_SCHEMAS[name];
  const kept: unknown[] = [];
  for (const row of rows.slice(0, MOST_DIGESTED[name])) {
    await slices.breathe();
    const read = schema.safeParse(boundedJson(row));
    if (read.success) kept.push(read.data);
  }
  return {
    all: boundedJson(all),
    rows: kept,
    ...(typeof atMs === 'number' && { atMs: boundedJson(atMs) }),
    ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) && { currency }),
  };
}

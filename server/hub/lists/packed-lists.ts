import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import * as z from 'zod';
import { type DigestList, type DigestLists, MOST_DIGESTED } from '../../contract/digest';
import { boundedJson } from './bounded';
import { ROW_SCHEMAS } from './row-schemas';

const zipped = promisify(gzip);
/** A small window keeps what packing one digest allocates below what the system maps anew each time. */
const ZIPPING = { level: 1, windowBits: 14, memLevel: 6 };

/** The lists of a member, packed as one: most of it is read only when somebody opens a page. */
export interface PackedLists {
  readonly zipped: Buffer;
  /** From where to where each list is, once unpacked. */
  readonly places: ReadonlyMap<DigestList, readonly [from: number, to: number]>;
}

const DIGEST_LISTS = Object.keys(ROW_SCHEMAS) as DigestList[];

const said = z.looseObject({ rows: z.array(z.unknown()), all: z.number().gte(0) });
const kept = z.looseObject({ rows: z.array(z.unknown()) });

/** Keeps of the lists of a digest what a page can show; a list that is none is left out. */
export async function packLists(lists: unknown): Promise<PackedLists> {
  const places = new Map<DigestList, readonly [number, number]>();
  const parts: Buffer[] = [];
  let bytes = 0;
  for (const name of DIGEST_LISTS) {
    const list = listIn(lists, name);
    if (!list) continue;
    const part = Buffer.from(JSON.stringify(list));
    places.set(name, [bytes, bytes + part.length]);
    bytes += part.length;
    parts.push(part);
  }
  return { zipped: await zipped(Buffer.concat(parts), ZIPPING), places };
}

/** A list of a member, checked row by row; undefined if it told none. */
export function unpackList<Name extends DigestList>(
  packed: PackedLists,
  name: Name,
): DigestLists[Name] | undefined {
  const place = packed.places.get(name);
  if (!place) return undefined;
  const list = kept.parse(JSON.parse(gunzipSync(packed.zipped).toString('utf8', ...place)));
  const schema: z.ZodType = ROW_SCHEMAS[name];
  const rows = list.rows.flatMap((row) => {
    const read = schema.safeParse(row);
    return read.success ? [read.data] : [];
  });
  return { ...list, rows } as DigestLists[Name];
}

function listIn(lists: unknown, name: DigestList) {
  const given =
    typeof lists === 'object' && lists !== null ? (lists as Record<string, unknown>)[name] : undefined;
  const list = said.safeParse(given).data;
  if (!list) return undefined;
  const { all, rows, atMs, currency } = list;
  return {
    all: boundedJson(all),
    rows: boundedJson(rows.slice(0, MOST_DIGESTED[name])),
    ...(typeof atMs === 'number' && { atMs: boundedJson(atMs) }),
    ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) && { currency }),
  };
}

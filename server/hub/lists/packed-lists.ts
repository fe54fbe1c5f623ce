import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import * as z from 'zod';
import { type DigestList, type DigestLists, MOST_DIGESTED } from '../../contract/digest';
import { type Sliced, Slices } from '../../lib/time/slices';
import { boundedJson, isShort } from './bounded';
import { ROW_SCHEMAS } from './row-schemas';

const zipped = promisify(gzip);
/** A small window keeps what packing one digest allocates below what the system maps anew each time. */
const ZIPPING = { level: 1, windowBits: 14, memLevel: 6 };
/** Text of rows that is packed as one, and unpacked without a pause. */
const BLOCK_CHARACTERS = 64 * 1024;

interface PackedList {
  /** All but its rows. */
  readonly apart: object;
  /** Its rows as lines of JSON. */
  readonly blocks: readonly Buffer[];
}

/** The lists of a member, packed: most of it is read only when somebody opens a page. */
export interface PackedLists {
  readonly bytes: number;
  readonly lists: ReadonlyMap<DigestList, PackedList>;
}

const DIGEST_LISTS = Object.keys(ROW_SCHEMAS) as DigestList[];

const said = z.looseObject({ rows: z.custom<unknown[]>(Array.isArray), all: z.number().gte(0) });

/** Keeps of the lists of a digest what a page can show; a list that is none is left out, and a row without bounds. */
export async function packLists(all: unknown): Promise<PackedLists> {
  const lists = new Map<DigestList, PackedList>();
  let bytes = 0;
  for (const name of DIGEST_LISTS) {
    const list = listIn(all, name);
    if (!list) continue;
    const { rows, ...apart } = list;
    const blocks = await packed(rows);
    lists.set(name, { apart, blocks });
    bytes += blocks.reduce((sum, { length }) => sum + length, 0);
  }
  return { bytes, lists };
}

async function packed(rows: readonly unknown[]): Promise<Buffer[]> {
  const slices = new Slices();
  const blocks: Buffer[] = [];
  let lines: string[] = [];
  let characters = 0;
  const pack = async () => {
    if (lines.length === 0) return;
    const text = lines.join('\n');
    [lines, characters] = [[], 0];
    blocks.push(await zipped(text, ZIPPING));
  };
  for (const row of rows) {
    await slices.breathe();
    if (!isShort(row)) continue;
    const line = JSON.stringify(boundedJson(row));
    lines.push(line);
    characters += line.length;
    if (characters >= BLOCK_CHARACTERS) await pack();
  }
  await pack();
  return blocks;
}

/** A list of a member, checked row by row; undefined if it told none. */
export function* unpackList<Name extends DigestList>(
  { lists }: PackedLists,
  name: Name,
): Sliced<DigestLists[Name] | undefined> {
  const list = lists.get(name);
  if (!list) return undefined;
  const schema: z.ZodType = ROW_SCHEMAS[name];
  const rows: unknown[] = [];
  for (const block of list.blocks)
    for (const line of gunzipSync(block).toString('utf8').split('\n')) {
      const read = schema.safeParse(JSON.parse(line));
      if (read.success) rows.push(read.data);
      yield;
    }
  return { ...list.apart, rows } as unknown as DigestLists[Name];
}

function listIn(lists: unknown, name: DigestList) {
  const given =
    typeof lists === 'object' && lists !== null ? (lists as Record<string, unknown>)[name] : undefined;
  const list = said.safeParse(given).data;
  if (!list) return undefined;
  const { all, rows, atMs, currency } = list;
  return {
    all: boundedJson(all),
    rows: rows.slice(0, MOST_DIGESTED[name]),
    ...(typeof atMs === 'number' && { atMs: boundedJson(atMs) }),
    ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) && { currency }),
  };
}

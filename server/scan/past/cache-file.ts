import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import { KnownPast } from './known-past';

const VERSION = 1;
const FAST = { level: 1 };
const FLOAT_BYTES = 8;
/** Of the header, which says how long it is. */
const LENGTH_BYTES = 4;

const column = z.tuple([z.number().int(), z.number().int().nonnegative()]);
const headerSchema = z.object({
  version: z.literal(VERSION),
  of: z.string(),
  stepMs: z.number().positive(),
  untilMs: z.number(),
  series: z.array(
    z.object({
      namespace: z.string(),
      pod: z.string(),
      container: z.string(),
      labels: z.record(z.string(), z.string()),
      cpu: column,
      memory: column,
    }),
  ),
});

/**
 * Keeps a past for the next scan; only its owner may read it. `of` names what it is the past of, as a file may be named. Returns the file.
 * @throws what the file system throws
 */
export async function writeKnownPast(folder: string, of: string, past: KnownPast): Promise<string> {
  const series = [...past.all()];
  const header = Buffer.from(
    JSON.stringify({
      version: VERSION,
      of,
      stepMs: past.stepMs,
      untilMs: past.untilMs,
      series: series.map(({ container, cpu, memory }) => ({
        ...container,
        cpu: [cpu.first, cpu.length],
        memory: [memory.first, memory.length],
      })),
    } satisfies z.input<typeof headerSchema>),
  );
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(header.length);
  const values = series.flatMap(({ cpu, memory }) =>
    [cpu, memory].map((one) => Buffer.from(one.values.buffer, 0, one.length * FLOAT_BYTES)),
  );
  const packed = await promisify(gzip)(Buffer.concat([length, header, ...values]), FAST);
  const file = fileOf(folder, of);
  const draft = `${file}.${randomUUID()}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, packed, { mode: 0o600 });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return file;
}

/** What was kept; undefined if nothing was, or nothing that can be read. */
export async function readKnownPast(
  folder: string,
  of: string,
  mostSteps: number,
): Promise<KnownPast | undefined> {
  try {
    const bytes = await promisify(gunzip)(await readFile(fileOf(folder, of)));
    const valuesFrom = LENGTH_BYTES + bytes.readUInt32LE();
    const header = headerSchema.parse(JSON.parse(bytes.toString('utf8', LENGTH_BYTES, valuesFrom)));
    return header.of === of ? pastFrom(header, bytes.subarray(valuesFrom), mostSteps) : undefined;
  } catch {
    return undefined;
  }
}

/** @throws RangeError if there are fewer values than the header says */
function pastFrom(
  { stepMs, untilMs, series }: z.output<typeof headerSchema>,
  bytes: Buffer,
  mostSteps: number,
): KnownPast {
  const past = new KnownPast(stepMs, mostSteps);
  past.untilMs = untilMs;
  let at = 0;
  for (const { cpu, memory, ...container } of series) {
    const own = past.of(container);
    for (const [column, [first, length]] of [
      [own.cpu, cpu],
      [own.memory, memory],
    ] as const) {
      const size = length * FLOAT_BYTES;
      if (at + size > bytes.length) throw new RangeError('values are missing');
      column.first = first;
      column.length = length;
      column.values = new Float64Array(length);
      new Uint8Array(column.values.buffer).set(bytes.subarray(at, at + size));
      at += size;
    }
  }
  return past;
}

function fileOf(folder: string, of: string): string {
  return path.join(folder, `scan-${of.slice(0, 24)}.gz`);
}

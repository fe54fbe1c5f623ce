import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { errorText } from '../lib/report/errors';
import { shortened } from '../lib/report/shortened';

/** A recorded series of CPU use in cores, and perhaps of memory, at about even intervals. */
interface UsageSeries {
  readonly name: string;
  /** The median step in milliseconds; gaps count as one step. */
  readonly stepMs: number;
  /** Unix ms of each value. */
  readonly times: Float64Array;
  readonly values: Float32Array;
  /** Bytes, as many as values. */
  readonly memoryBytes?: Float64Array;
  readonly average: number;
}

/** A trace folder or file that cannot be used; the message names it and what is expected. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
}

const MIB = 2 ** 20;
/** A year of samples every ten seconds is a third of that. */
const MOST_BYTES = 256 * MIB;
const MOST_ROWS = 10_000_000;
const MOST_FILES = 10_000;
/** Of a line that is shown. */
const LONGEST_SHOWN = 80;

const WITH_MEMORY = 'ts,cpu,memory';
const EXPECTED =
  'expected columns "ts,value" or "ts,cpu,memory" (Unix seconds, cores, bytes) or "TIMESTAMP,CPU_USAGE_ACTUAL" (yyyy.MM.dd-HH:mm:ss:SSS)';

/**
 * Every `.csv` and `.csv.gz` of a folder, by name.
 * @throws TraceError if the folder cannot be read or has none, or a file has neither format
 */
export function loadTraces(folder: string): UsageSeries[] {
  return traceNames(folder).map((name) => loadTrace(folder, name));
}

/** The names of its files. @throws TraceError if the folder cannot be read or has none */
export function traceNames(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder)
      .filter((name) => /\.csv(\.gz)?$/.test(name))
      .sort();
  } catch (cause) {
    throw new TraceError(`Trace folder ${folder} cannot be read`, { cause });
  }
  if (names.length === 0) throw new TraceError(`Trace folder ${folder} holds no .csv or .csv.gz file`);
  if (names.length > MOST_FILES)
    throw new TraceError(
      `Trace folder ${folder} holds ${names.length} traces; replay at most ${MOST_FILES} at a time`,
    );
  return names;
}

/** One file of the folder. @throws TraceError if it cannot be read, is too large or has neither format */
export function loadTrace(folder: string, name: string): UsageSeries {
  return parseTrace(name, bytesOf(path.join(folder, name), name).toString('utf8'));
}

/** The content of a file, unpacked; bounded before anything is held. @throws TraceError */
function bytesOf(file: string, name: string): Buffer {
  const tooLarge = `${name} has more than ${MOST_BYTES / MIB} MiB unpacked; split it by time or sample it less often`;
  try {
    const found = statSync(file);
    if (!found.isFile()) throw new TraceError(`${name} is no file`);
    if (found.size > MOST_BYTES) throw new TraceError(tooLarge);
    const bytes = readFileSync(file);
    return name.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
  } catch (cause) {
    if (cause instanceof TraceError) throw cause;
    const isTooLarge =
      cause instanceof RangeError && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    throw new TraceError(isTooLarge ? tooLarge : `${name} cannot be read: ${errorText(cause)}`, { cause });
  }
}

/** The lines of a text that are not empty, one at a time: as a list they take several times the text. */
function* linesOf(text: string): Generator<{ line: string; number: number }> {
  let number = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const until = end < 0 ? text.length : end;
    const line = text.slice(from, text[until - 1] === '\r' ? until - 1 : until);
    from = until + 1;
    number++;
    if (line !== '') yield { line, number };
  }
}

function countOfLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Reads one series; gaps are closed by the median step. @throws TraceError naming the line at fault */
export function parseTrace(name: string, text: string): UsageSeries {
  const most = countOfLines(text);
  if (most > MOST_ROWS)
    throw new TraceError(`${name} has more than ${MOST_ROWS} rows; split it by time or sample it less often`);
  const lines = linesOf(text);
  const head = lines.next().value?.line ?? '';
  const header = head.trim();
  const toMs = timeParser(header);
  if (!toMs) throw new TraceError(`${name}: ${EXPECTED}, found "${shortened(head, LONGEST_SHOWN)}"`);
  const rows = {
    values: new Float32Array(most),
    times: new Float64Array(most),
    memory: header === WITH_MEMORY ? new Float64Array(most) : undefined,
  };
  let count = 0;
  for (const { line, number } of lines) {
    const [time = '', value = '', bytes = ''] = line.split(',', 3);
    rows.times[count] = toMs(time);
    rows.values[count] = amountFrom(value);
    if (rows.memory) rows.memory[count] = amountFrom(bytes);
    const isRead = Number.isFinite(rows.times[count]) && isAmount(rows.values[count]);
    if (!isRead || (rows.memory && !isAmount(rows.memory[count]))) {
      const expected = rows.memory ? 'two values' : 'a value';
      throw new TraceError(
        `${name}, line ${number}: "${shortened(line, LONGEST_SHOWN)}" is not a time and ${expected} ≥ 0`,
      );
    }
    count++;
  }
  const values = rows.values.subarray(0, count);
  const times = rows.times.subarray(0, count);
  const memoryBytes = rows.memory?.subarray(0, count);
  if (values.length < 2) throw new TraceError(`${name}: at least two rows are needed`);
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (average === 0) throw new TraceError(`${name}: all values are 0`);
  return { name, stepMs: medianStepMs(times), times, values, ...(memoryBytes && { memoryBytes }), average };
}

function amountFrom(text: string): number {
  return text === '' ? Number.NaN : Number(text);
}

function isAmount(value: number | undefined): boolean {
  return value !== undefined && value >= 0 && value < Number.POSITIVE_INFINITY;
}

function timeParser(header: string): ((time: string) => number) | undefined {
  if (header === 'ts,value' || header === WITH_MEMORY)
    return (time) => (time === '' ? Number.NaN : Number(time) * 1000);
  if (header === 'TIMESTAMP,CPU_USAGE_ACTUAL') {
    return (time) => {
      const match = /^(\d{4})\.(\d\d)\.(\d\d)-(\d\d):(\d\d):(\d\d):(\d{3})$/.exec(time);
      if (!match) return Number.NaN;
      const [, year, month, day, hour, minute, second, fraction] = match;
      return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`);
    };
  }
  return undefined;
}

function medianStepMs(times: Float64Array): number {
  const steps = Float64Array.from({ length: times.length - 1 }, (_, index) =>
    Math.max(1, (times[index + 1] ?? 0) - (times[index] ?? 0)),
  ).sort();
  return steps[steps.length >> 1] ?? 60_000;
}

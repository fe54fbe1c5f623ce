import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

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
  return names;
}

/** One file of the folder. @throws TraceError if it has neither format */
export function loadTrace(folder: string, name: string): UsageSeries {
  const bytes = readFileSync(path.join(folder, name));
  return parseTrace(name, (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

/** Reads one series; gaps are closed by the median step. @throws TraceError naming the line at fault */
export function parseTrace(name: string, text: string): UsageSeries {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const header = lines[0]?.trim() ?? '';
  const toMs = timeParser(header);
  if (!toMs) throw new TraceError(`${name}: ${EXPECTED}, found "${lines[0] ?? ''}"`);
  const values = new Float32Array(Math.max(0, lines.length - 1));
  const times = new Float64Array(values.length);
  const memoryBytes = header === WITH_MEMORY ? new Float64Array(values.length) : undefined;
  for (let index = 0; index < values.length; index++) {
    const [time = '', value = '', memory = ''] = (lines[index + 1] ?? '').split(',');
    times[index] = toMs(time);
    values[index] = amountFrom(value);
    if (memoryBytes) memoryBytes[index] = amountFrom(memory);
    const isRead = Number.isFinite(times[index]) && isAmount(values[index]);
    if (!isRead || (memoryBytes && !isAmount(memoryBytes[index]))) {
      const expected = memoryBytes ? 'two values' : 'a value';
      throw new TraceError(
        `${name}, line ${index + 2}: "${lines[index + 1]}" is not a time and ${expected} ≥ 0`,
      );
    }
  }
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

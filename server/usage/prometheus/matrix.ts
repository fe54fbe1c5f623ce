import { POWERS_OF_TEN, readNumber } from './read-number';

const QUOTE = 0x22;
const COMMA = 0x2c;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LAST_SPACE = 0x20;
/** Points of a series yielded at once. */
const POINTS = 1024;
/** Of numbers that are whole without their dot, and surely safe integers. */
const MOST_DIGITS = 15;
/** A longer point is invalid. */
const LONGEST_POINT = 4096;
/** A longer name, label set or warning is not from Prometheus. */
const LONGEST_PART = 1 << 20;
const MS_PER_SECOND = 1000;
/** A word about the query, not about what is missing from its answer (Prometheus 3, `util/annotations`). */
const OF_QUERY = /^PromQL (info|warning):/;

/** More bytes are needed. */
const MORE = Symbol('more');
type Reading<Yields, Result> = Generator<Yields | typeof MORE, Result, void>;

/** Part of a series; `metric` is the same object in all parts. Its points are there until the next part is asked for. */
export interface SeriesPart {
  readonly metric: Readonly<Record<string, string>>;
  /** Unix ms. */
  readonly timesMs: Float64Array;
  readonly values: Float64Array;
}

/** The parts of an answer besides its series. */
export interface AnswerNotes {
  /** Why something is missing in it, in the words of the store. */
  warnings: Set<string>;
}

const MOST_WARNINGS = 3;

/** Why an answer is known in part, for people. */
export function partialWords({ warnings }: AnswerNotes): string {
  const all = [...warnings];
  const more = all.length > MOST_WARNINGS ? [`and ${all.length - MOST_WARNINGS} more`] : [];
  return [...all.slice(0, MOST_WARNINGS), ...more].join('; ');
}

/**
 * The series of a matrix or vector as the bytes of the answer arrive, so that no answer is held as a whole.
 * Optimised for the way they are written: points are parsed from the bytes, only labels by a JSON parser.
 * @throws SyntaxError for bytes that are no complete answer, or no matrix
 */
export async function* seriesOf(
  bytes: AsyncIterable<Uint8Array>,
  notes?: AnswerNotes,
): AsyncGenerator<SeriesPart> {
  const input = new Input();
  const reading = readAnswer(input, notes);
  const ended = () => new SyntaxError('The answer ends before it is complete');
  let isDone = false;
  for await (const chunk of bytes) {
    input.push(chunk);
    for (;;) {
      const { done, value } = reading.next();
      if (done) isDone = true;
      if (done || value === MORE) break;
      yield value;
    }
  }
  if (!isDone) throw ended();
}

/** The points of one part after the other, in the same arrays: lists of their own are most of what an answer leaves behind. */
class Points {
  count = 0;
  private readonly all = { timesMs: new Float64Array(POINTS), values: new Float64Array(POINTS) };
  private views = this.all;

  add(atMs: number, value: number): void {
    this.all.timesMs[this.count] = atMs;
    this.all.values[this.count++] = value;
  }

  /** Those that were added since the last part. */
  partOf(metric: SeriesPart['metric']): SeriesPart {
    const { count, all } = this;
    if (this.views.values.length !== count)
      this.views = { timesMs: all.timesMs.subarray(0, count), values: all.values.subarray(0, count) };
    this.count = 0;
    return { metric, ...this.views };
  }
}

/** The bytes still to be read. */
class Input {
  bytes: Buffer = Buffer.alloc(0);
  at = 0;
  readonly points = new Points();
  /** For what is left of the bytes before, and the next ones. */
  private joined: Buffer = Buffer.alloc(0);

  push(chunk: Uint8Array): void {
    const left = this.bytes.length - this.at;
    if (left === 0) this.bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    else {
      const length = left + chunk.byteLength;
      const joined = length > this.joined.length ? Buffer.allocUnsafeSlow(2 * length) : this.joined;
      this.bytes.copy(joined, 0, this.at);
      joined.set(chunk, left);
      this.joined = joined;
      this.bytes = joined.subarray(0, length);
    }
    this.at = 0;
  }

  /** The next byte that is no space, without consuming it. */
  *peek(): Reading<never, number> {
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte === undefined) yield MORE;
      else if (byte > LAST_SPACE) return byte;
      else this.at++;
    }
  }

  *take(expected: number): Reading<never, void> {
    const byte = yield* this.peek();
    if (byte !== expected)
      throw new SyntaxError(
        `The answer is no JSON of Prometheus: "${String.fromCharCode(byte)}" stands where "${String.fromCharCode(expected)}" should`,
      );
    this.at++;
  }

  /** Any JSON value, as written. */
  *raw(): Reading<never, string> {
    yield* this.peek();
    let depth = 0;
    let inString = false;
    let length = 0;
    for (;;) {
      const byte = this.bytes[this.at + length];
      if (byte === undefined) {
        if (length > LONGEST_PART) throw new SyntaxError('A part of the answer is too long');
        yield MORE;
        continue;
      }
      if (inString) {
        if (byte === BACKSLASH) length++;
        else if (byte === QUOTE) inString = false;
      } else if (
        depth === 0 &&
        length > 0 &&
        (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST)
      )
        break;
      else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
      length++;
      if (depth === 0 && !inString && (byte === QUOTE || byte === CLOSE_OBJECT || byte === CLOSE_LIST)) break;
    }
    const text = this.bytes.toString('utf8', this.at, this.at + length);
    this.at += length;
    return text;
  }

  *json(): Reading<never, unknown> {
    const text = yield* this.raw();
    return JSON.parse(text);
  }

  /** Calls `member` for each member of an object; it must read the value. */
  *members<Y>(member: (name: string) => Reading<Y, void>): Reading<Y, void> {
    yield* this.take(OPEN_OBJECT);
    if ((yield* this.peek()) === CLOSE_OBJECT) this.at++;
    else
      for (;;) {
        const name = String(yield* this.json());
        yield* this.take(COLON);
        yield* member(name);
        if (!(yield* this.goesOn(CLOSE_OBJECT))) return;
      }
  }

  *items<Y>(item: () => Reading<Y, void>): Reading<Y, void> {
    yield* this.take(OPEN_LIST);
    if ((yield* this.peek()) === CLOSE_LIST) this.at++;
    else
      do yield* item();
      while (yield* this.goesOn(CLOSE_LIST));
  }

  /** Whether another follows, or the end. */
  *goesOn(close: number): Reading<never, boolean> {
    const byte = yield* this.peek();
    if (byte !== COMMA && byte !== close) throw new SyntaxError('The answer is no JSON');
    this.at++;
    return byte === COMMA;
  }
}

function* readAnswer(input: Input, notes: AnswerNotes | undefined): Reading<SeriesPart, void> {
  let isAnswer = false;
  yield* input.members(function* (name) {
    if (name === 'data') {
      isAnswer = true;
      yield* readData(input);
      return;
    }
    const value = yield* input.json();
    if (name === 'status' && value !== 'success') throw new SyntaxError(`The answer says it is a ${value}`);
    if (name === 'warnings' && Array.isArray(value))
      for (const warning of value) if (!OF_QUERY.test(String(warning))) notes?.warnings.add(String(warning));
    if (name === 'isPartial' && value === true) notes?.warnings.add('the answer is partial');
  });
  if (!isAnswer) throw new SyntaxError('The answer has no data');
}

function* readData(input: Input): Reading<SeriesPart, void> {
  yield* input.members(function* (name) {
    if (name === 'result') yield* input.items(() => readSeries(input));
    else {
      const value = yield* input.json();
      if (name === 'resultType' && value !== 'matrix' && value !== 'vector')
        throw new SyntaxError(`The answer is a ${value}, not a matrix or vector`);
    }
  });
}

function* readSeries(input: Input): Reading<SeriesPart, void> {
  let metric: SeriesPart['metric'] | undefined;
  yield* input.members(function* (name) {
    if (name === 'metric') {
      metric = (yield* input.json()) as SeriesPart['metric'];
      return;
    }
    if (name !== 'values' && name !== 'value') {
      yield* input.json();
      return;
    }
    if (!metric) throw new SyntaxError('A series has points before it has labels');
    if (name === 'values') yield* readPoints(input, metric);
    else {
      yield* readPoint(input);
      yield input.points.partOf(metric);
    }
  });
}

function* readPoints(input: Input, metric: SeriesPart['metric']): Reading<SeriesPart, void> {
  yield* input.take(OPEN_LIST);
  if ((yield* input.peek()) === CLOSE_LIST) {
    input.at++;
    return;
  }
  const { points } = input;
  for (;;) {
    yield* readPoint(input);
    // Points follow each other without spaces: complete ones are read without a pause.
    while (points.count < POINTS && isNext(input)) {
      input.at++;
      if (takePoint(input)) continue;
      input.at--;
      break;
    }
    if (points.count >= POINTS) yield points.partOf(metric);
    if (!(yield* input.goesOn(CLOSE_LIST))) break;
  }
  if (points.count > 0) yield points.partOf(metric);
}

function isNext({ bytes, at }: Input): boolean {
  return bytes[at] === COMMA && bytes[at + 1] === OPEN_LIST;
}

function* readPoint(input: Input): Reading<never, void> {
  yield* input.peek();
  while (!takePoint(input)) {
    if (input.bytes.length - input.at > LONGEST_POINT)
      throw new SyntaxError('A point of the answer is too long');
    yield MORE;
  }
}

/** Reads the next point `[seconds,"value"]`; false if it is not complete yet. */
function takePoint(input: Input): boolean {
  return takePlainPoint(input) || takeAnyPoint(input);
}

/**
 * One as nearly all are written: whole seconds, and a number of up to 15 digits, which one division reads exactly
 * (`readNumber`). False, with nothing taken, for any other.
 */
function takePlainPoint(input: Input): boolean {
  const { bytes } = input;
  let at = input.at;
  if (bytes[at] !== OPEN_LIST) return false;
  let seconds = 0;
  let digit = (bytes[++at] ?? 0) - ZERO;
  const secondsAt = at;
  for (; digit >= 0 && digit <= 9; digit = (bytes[++at] ?? 0) - ZERO) seconds = seconds * 10 + digit;
  const secondsDigits = at - secondsAt;
  if (secondsDigits === 0 || secondsDigits > MOST_DIGITS) return false;
  if (bytes[at] !== COMMA || bytes[at + 1] !== QUOTE) return false;
  at += 2;
  let value = 0;
  const valueAt = at;
  let dotAt = -1;
  for (let byte = bytes[at]; byte !== QUOTE; byte = bytes[++at]) {
    digit = (byte ?? 0) - ZERO;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (byte === DOT && dotAt < 0) dotAt = at;
    else return false;
  }
  const digits = at - valueAt - (dotAt < 0 ? 0 : 1);
  if (digits === 0 || digits > MOST_DIGITS || bytes[at + 1] !== CLOSE_LIST) return false;
  if (dotAt >= 0) value /= POWERS_OF_TEN[at - dotAt - 1] ?? 1;
  input.points.add(seconds * MS_PER_SECOND, value);
  input.at = at + 2;
  return true;
}

function takeAnyPoint(input: Input): boolean {
  const { bytes, at, points } = input;
  let comma = 0;
  let end = at;
  for (let byte = bytes[end]; byte !== CLOSE_LIST; byte = bytes[++end]) {
    if (byte === undefined) return false;
    if (byte === COMMA) comma = end;
  }
  let from = comma + 1;
  while ((bytes[from] ?? QUOTE) <= LAST_SPACE) from++;
  let to = end - 1;
  while ((bytes[to] ?? QUOTE) <= LAST_SPACE) to--;
  if (bytes[at] !== OPEN_LIST || comma === 0 || bytes[from] !== QUOTE || bytes[to] !== QUOTE || to <= from)
    throw new SyntaxError(`"${bytes.toString('latin1', at, end + 1)}" is no point of a series`);
  points.add(Math.round(readNumber(bytes, at + 1, comma) * MS_PER_SECOND), readNumber(bytes, from + 1, to));
  input.at = end + 1;
  return true;
}

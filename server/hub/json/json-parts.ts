import { inSlices, type Sliced } from '../../lib/time/slices';

const QUOTE = 34;
const BACKSLASH = 92;
const [COMMA, COLON] = [44, 58];
const [OPENS_LIST, OPENS_OBJECT] = [91, 123];
const [CLOSES_LIST, CLOSES_OBJECT] = [93, 125];
/** JSON of this length is parsed in a fraction of a millisecond. */
const PART_BYTES = 16 * 1024;
/** A text is one part, however long, but is looked through in spans. */
const SPAN_BYTES = 64 * 1024;

/**
 * What `JSON.parse` makes of UTF-8, parsed a part at a time, so that others run in between.
 * @param bytes of bounded depth: each level is a call
 * Rejects with SyntaxError if it is no JSON.
 */
export function parsedInParts(bytes: Buffer, partBytes = PART_BYTES): Promise<unknown> {
  return inSlices(new Parts(bytes, partBytes, true).whole());
}

/** Resolves if UTF-8 is JSON; nothing of it is kept, so that what is looked at costs no memory. Rejects as parsing does. */
export async function checkedInParts(bytes: Buffer, partBytes = PART_BYTES): Promise<void> {
  await inSlices(new Parts(bytes, partBytes, false).whole());
}

/** From where to where the next members of a list or object are, and whether it ends with them. */
interface Run {
  readonly to: number;
  readonly ends: boolean;
}

class Parts {
  private at = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly partBytes: number,
    private readonly keeps: boolean,
  ) {}

  *whole(): Sliced<unknown> {
    const value = yield* this.value();
    this.skipSpace();
    if (this.at < this.bytes.length) throw new SyntaxError('JSON goes on after its end');
    return value;
  }

  private *value(): Sliced<unknown> {
    this.skipSpace();
    const opens = this.bytes[this.at];
    if (opens === OPENS_LIST) return yield* this.list();
    if (opens === OPENS_OBJECT) return yield* this.object();
    const from = this.at;
    this.at = opens === QUOTE ? yield* this.afterText(from) : this.afterWord(from);
    yield;
    return JSON.parse(this.bytes.toString('utf8', from, this.at));
  }

  private *list(): Sliced<unknown[]> {
    const list: unknown[] = [];
    this.at++;
    for (let isFirst = true; ; isFirst = false) {
      const run = this.run(CLOSES_LIST);
      if (!run) {
        const one = yield* this.value();
        if (this.keeps) list.push(one);
      } else {
        const some: unknown[] = JSON.parse(`[${this.bytes.toString('utf8', this.at, run.to)}]`);
        if (some.length === 0 && !(isFirst && run.ends)) throw new SyntaxError('JSON has a comma too many');
        if (this.keeps) for (const one of some) list.push(one);
        this.at = run.to;
      }
      if (this.isOver(CLOSES_LIST)) return list;
      yield;
    }
  }

  private *object(): Sliced<Record<string, unknown>> {
    const object: Record<string, unknown> = {};
    this.at++;
    for (let isFirst = true; ; isFirst = false) {
      const run = this.run(CLOSES_OBJECT);
      if (!run) {
        const key = yield* this.key();
        const value = yield* this.value();
        if (this.keeps) set(object, key, value);
      } else {
        const some = JSON.parse(`{${this.bytes.toString('utf8', this.at, run.to)}}`);
        if (isEmpty(some) && !(isFirst && run.ends)) throw new SyntaxError('JSON has a comma too many');
        if (this.keeps) for (const [key, value] of Object.entries(some)) set(object, key, value);
        this.at = run.to;
      }
      if (this.isOver(CLOSES_OBJECT)) return object;
      yield;
    }
  }

  private *key(): Sliced<string> {
    this.skipSpace();
    const from = this.at;
    if (this.bytes[from] !== QUOTE) throw new SyntaxError('JSON has a member without a name');
    this.at = yield* this.afterText(from);
    const key: string = JSON.parse(this.bytes.toString('utf8', from, this.at));
    this.skipSpace();
    if (this.bytes[this.at] !== COLON) throw new SyntaxError('JSON has a member without a value');
    this.at++;
    return key;
  }

  /** Goes past what follows a member. */
  private isOver(closes: number): boolean {
    this.skipSpace();
    const byte = this.bytes[this.at++];
    if (byte !== COMMA && byte !== closes) throw new SyntaxError('JSON ends early');
    return byte === closes;
  }

  /** As many whole members as make up a part; undefined if the first alone is more. */
  private run(closes: number): Run | undefined {
    const { bytes, at } = this;
    const most = Math.min(bytes.length, at + this.partBytes);
    let depth = 0;
    let comma: number | undefined;
    let isInText = false;
    for (let here = at; here < most; here++) {
      const byte = bytes[here];
      if (isInText) {
        if (byte === BACKSLASH) here++;
        else if (byte === QUOTE) isInText = false;
      } else if (byte === QUOTE) isInText = true;
      else if (byte === OPENS_LIST || byte === OPENS_OBJECT) depth++;
      else if (byte === COMMA && depth === 0) comma = here;
      else if (byte === CLOSES_LIST || byte === CLOSES_OBJECT) {
        if (depth > 0) depth--;
        else if (byte === closes) return { to: here, ends: true };
        else throw new SyntaxError('JSON closes what is not open');
      }
    }
    return comma === undefined ? undefined : { to: comma, ends: false };
  }

  private *afterText(from: number): Sliced<number> {
    const { bytes } = this;
    for (let here = from + 1; here < bytes.length; yield)
      for (const most = Math.min(bytes.length, here + SPAN_BYTES); here < most; here++) {
        if (bytes[here] === BACKSLASH) here++;
        else if (bytes[here] === QUOTE) return here + 1;
      }
    throw new SyntaxError('JSON ends in a text');
  }

  private afterWord(from: number): number {
    let here = from;
    for (; here < this.bytes.length; here++) {
      const byte = this.bytes[here] as number;
      if (byte === COMMA || byte === CLOSES_LIST || byte === CLOSES_OBJECT || isSpace(byte)) break;
      if (here - from > PART_BYTES) throw new SyntaxError('JSON has a number without end');
    }
    return here;
  }

  private skipSpace(): void {
    while (isSpace(this.bytes[this.at])) this.at++;
  }
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

/** As `JSON.parse` does: also of a key that would set the prototype. */
function set(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
  else object[key] = value;
}

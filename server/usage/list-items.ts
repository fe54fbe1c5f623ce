import { jsonFrom } from '../objects/json-object';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Where the items are: a list within the response. */
const ITEM_DEPTH = 2;

/**
 * The items of a Kubernetes list, or of the list called `key`, as its bytes arrive, so that no response is held
 * or parsed as a whole. The bytes are scanned only for the ends of items; those that end in one chunk are then
 * parsed together, which takes a fifth of the time of a streaming parser. They come in such batches, since
 * waiting for every single one takes longer than to read it.
 * @param longestBytes of an item
 * @throws SyntaxError for bytes that are no complete list, or an item that is longer
 */
export async function* itemBatchesOf(
  bytes: AsyncIterable<Uint8Array>,
  key = 'items',
  longestBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly unknown[]> {
  const splitter = new ItemSplitter(key, longestBytes);
  for await (const chunk of bytes) yield splitter.write(chunk);
  splitter.end();
}

/** The same one by one, for lists that are not long. */
export async function* itemsOf(
  bytes: AsyncIterable<Uint8Array>,
  key = 'items',
  longestBytes?: number,
): AsyncGenerator<unknown> {
  for await (const batch of itemBatchesOf(bytes, key, longestBytes)) yield* batch;
}

class ItemSplitter {
  private depth = 0;
  private inString = false;
  private isEscaped = false;
  private inItems = false;
  private hasEnded = false;
  /** Bytes from earlier chunks of the current item or key. */
  private begun: Buffer[] = [];
  private begunBytes = 0;
  /** The last string outside the items: the key of a list that opens. */
  private lastString = '';

  constructor(
    private readonly key: string,
    private readonly longestBytes: number,
  ) {}

  /** The items that end in this chunk. */
  write(chunk: Uint8Array): readonly unknown[] {
    let items: readonly unknown[] = [];
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    let ended = -1;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (this.inString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BACKSLASH) this.isEscaped = true;
        else if (byte === QUOTE) {
          this.inString = false;
          if (!this.inItems) this.lastString = this.taken(bytes, from, at);
        }
        continue;
      }
      switch (byte) {
        case QUOTE:
          this.inString = true;
          if (!this.inItems) from = at + 1;
          break;
        case OPEN_OBJECT:
        case OPEN_LIST:
          this.depth++;
          if (this.depth !== ITEM_DEPTH || byte !== OPEN_LIST || this.lastString !== this.key) break;
          this.inItems = true;
          from = at + 1;
          ended = -1;
          break;
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          if (this.inItems && this.depth === ITEM_DEPTH) {
            items = [...items, ...read(this.taken(bytes, from, at))];
            this.inItems = false;
          }
          this.depth--;
          if (this.depth === 0) this.hasEnded = true;
          break;
        case COMMA:
          if (this.inItems && this.depth === ITEM_DEPTH) ended = at;
          break;
        default:
          if (this.depth === 0 && !isSpace(byte)) throw new SyntaxError('The list is not valid JSON');
      }
    }
    if (this.inItems && ended >= 0) {
      const whole = read(this.taken(bytes, from, ended));
      if (whole.length === 0) throw new SyntaxError('An item of the list is missing');
      items = items.length === 0 ? whole : [...items, ...whole];
      from = ended + 1;
    }
    if (this.inItems || this.inString) {
      this.begunBytes += bytes.length - from;
      if (this.begunBytes > this.longestBytes) throw new SyntaxError('An item of the list is too long');
      this.begun.push(Buffer.from(bytes.subarray(from)));
    }
    return items;
  }

  end(): void {
    if (!this.hasEnded || this.depth !== 0) throw new SyntaxError('The list ends before it is complete');
  }

  private taken(bytes: Buffer, from: number, to: number): string {
    if (this.begun.length === 0) return bytes.toString('utf8', from, to);
    const whole = Buffer.concat([...this.begun, bytes.subarray(from, to)]).toString('utf8');
    this.begun = [];
    this.begunBytes = 0;
    return whole;
  }
}

function read(items: string): unknown[] {
  try {
    return jsonFrom(`[${items}]`) as unknown[];
  } catch (cause) {
    throw new SyntaxError('An item of the list is not valid JSON', { cause });
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

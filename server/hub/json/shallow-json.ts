import { inSlices, type Sliced } from '../../lib/time/slices';
import { checkedInParts, parsedInParts } from './json-parts';

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const [OPENS_LIST, OPENS_OBJECT] = [91, 123];
const [CLOSES_LIST, CLOSES_OBJECT] = [93, 125];

/** How much JSON is read: levels of lists and objects in each other, and values with lists and objects counted twice. */
export interface JsonBounds {
  levels: number;
  values: number;
}

/** Counts JSON while it comes, in UTF-8, so that what is too much need not come to its end; one look at each byte. */
export class JsonMeter {
  private depth = 0;
  private values = 1;
  private isInString = false;
  private isEscaped = false;

  constructor(private readonly most: JsonBounds) {}

  /** @param bytes what follows what was counted @throws SyntaxError if it is too deep, RangeError if it has too many values */
  count(bytes: Uint8Array): void {
    const { most } = this;
    let { depth, values, isInString, isEscaped } = this;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
        continue;
      }
      if (byte === QUOTE) isInString = true;
      else if (byte === OPENS_LIST || byte === OPENS_OBJECT) {
        values++;
        if (++depth > most.levels) throw new SyntaxError(`JSON is more than ${most.levels} levels deep`);
      } else if (byte === COMMA) values++;
      else if (byte === CLOSES_LIST || byte === CLOSES_OBJECT) depth--;
      if (values > most.values) throw new RangeError(`JSON has more than ${most.values} values`);
    }
    Object.assign(this, { depth, values, isInString, isEscaped });
  }
}

/** What is counted at a time of what is there as a whole. */
const SPAN_BYTES = 64 * 1024;

/**
 * JSON of somebody who may send anything: whoever reads or writes it goes into each level and to each value, so how many
 * it may have is bounded before it is parsed, and others run in between.
 * Rejects with SyntaxError if it is no JSON or too deep, with RangeError if it has too many values.
 */
export async function shallowJson(bytes: Buffer, most: JsonBounds): Promise<unknown> {
  await inSlices(counting(bytes, new JsonMeter(most)));
  return parsedInParts(bytes);
}

/** The same for JSON that is only passed on. */
export async function mustBeShallowJson(bytes: Buffer, most: JsonBounds): Promise<void> {
  await inSlices(counting(bytes, new JsonMeter(most)));
  await checkedInParts(bytes);
}

function* counting(bytes: Buffer, meter: JsonMeter): Sliced<void> {
  for (let from = 0; from < bytes.length; from += SPAN_BYTES) {
    meter.count(bytes.subarray(from, from + SPAN_BYTES));
    yield;
  }
}

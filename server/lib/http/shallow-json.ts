const QUOTE = 34;
const BACKSLASH = 92;
const OPENS = new Set([91, 123]);
const CLOSES = new Set([93, 125]);
const COMMA = 44;

/** How much JSON is read: levels of lists and objects in each other, and values with lists and objects counted twice. */
export interface JsonBounds {
  levels: number;
  values: number;
}

/** One look at each character. @throws SyntaxError, RangeError */
function mustBeWithin(text: string, most: JsonBounds): void {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (OPENS.has(code)) {
      values++;
      if (++depth > most.levels) throw new SyntaxError(`JSON is more than ${most.levels} levels deep`);
    } else if (code === COMMA) values++;
    else if (CLOSES.has(code)) depth--;
    if (values > most.values) throw new RangeError(`JSON has more than ${most.values} values`);
  }
}

/**
 * JSON of somebody who may send anything: whoever reads or writes it goes into each level and to each value, so how many
 * it may have is bounded before it is parsed.
 * @throws SyntaxError if it is no JSON or too deep, RangeError if it has too many values
 */
export function shallowJson(text: string, most: JsonBounds): unknown {
  mustBeWithin(text, most);
  return JSON.parse(text);
}

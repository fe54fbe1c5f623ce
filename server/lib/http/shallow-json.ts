const QUOTE = 34;
const BACKSLASH = 92;
const OPENS = new Set([91, 123]);
const CLOSES = new Set([93, 125]);

/** Whether lists and objects in a JSON text are within each other more than `most` times; one look at each character. */
function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (OPENS.has(code)) {
      if (++depth > most) return true;
    } else if (CLOSES.has(code)) depth--;
  }
  return false;
}

/**
 * JSON of somebody who may send anything: whoever reads or writes it goes into each level, so how deep it may be is
 * bounded before it is parsed.
 * @throws SyntaxError if it is no JSON, or deeper than `most`
 */
export function shallowJson(text: string, most: number): unknown {
  if (isDeeper(text, most)) throw new SyntaxError(`JSON is more than ${most} levels deep`);
  return JSON.parse(text);
}

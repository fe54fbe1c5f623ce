export type JsonObject = Record<string, unknown>;

/** Whether a value is what JSON calls an object: no list, and not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const asText = () => '[object Object]';

/**
 * What JSON says that others wrote, as `JSON.parse` has it. An object in it may have a field `toString`, a label for
 * example, and then could not be put into a text, as every other wrong value can: it is told how, so that it costs no
 * more than they do. Encoders of Go, as in API servers, never write the letters of a name as escapes.
 * @throws SyntaxError
 */
export function jsonFrom(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (text.includes('"toString"')) makePrintable(value);
  return value;
}

function makePrintable(value: unknown): void {
  const waiting = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null) continue;
    // A field, so that copies have it too; JSON and keys leave it out.
    if (Object.hasOwn(one, 'toString')) Object.assign(one, { [Symbol.toPrimitive]: asText });
    for (const inner of Object.values(one)) waiting.push(inner);
  }
}

/** A text as JSON; undefined if it is none. */
export function parsed(text: unknown): unknown {
  try {
    return jsonFrom(String(text));
  } catch {
    return undefined;
  }
}

/** The object that a text is as JSON; an empty one if it is none. */
export function objectIn(text: unknown): JsonObject {
  const value = parsed(text);
  return isJsonObject(value) ? value : {};
}

/** As JSON has it: without what is undefined. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

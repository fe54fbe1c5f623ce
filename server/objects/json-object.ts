export type JsonObject = Record<string, unknown>;

/** Whether a value is what JSON calls an object: no list, and not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As JSON has it: without what is undefined. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

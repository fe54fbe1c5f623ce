export type JsonRecord = Record<string, unknown>;

/** Whether a value is what JSON calls an object: no list, and not null. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As JSON has it: without what is undefined. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

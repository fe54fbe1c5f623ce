import jsonPatch, { type Operation } from 'fast-json-patch';
import { isJsonObject } from '@/sandbox/api/json';

/** A patch that does not apply; the message is in the API server's words. */
export class JsonPatchError extends Error {
  override readonly name = 'JsonPatchError';
}

/**
 * Applies a JSON patch (RFC 6902) to `document`, which is changed, and returns the result.
 * @throws JsonPatchError if an operation is malformed, has no target, or a test fails
 */
export function applyJsonPatch<T>(document: T, patch: unknown): T {
  if (!Array.isArray(patch))
    throw new JsonPatchError('json: cannot unmarshal object into Go value of type jsonpatch.Patch');
  let current = document;
  for (const operation of patch) {
    if (!isOperation(operation)) throw new JsonPatchError(`Unexpected kind: ${JSON.stringify(operation)}`);
    current = applyOne(current, operation);
  }
  return current;
}

/** What Go escapes in JSON and others write as it is. */
const ESCAPED_BY_GO = /[<>&\u2028\u2029]/g;
/** Before each of these in a text; it is no character. */
const MARK = '\ufffe';

/**
 * A test compares bytes, those of the object as Go writes them, so it fails for a text that is not escaped as Go does
 * (github.com/evanphx/json-patch v4.12.0 `lazyNode.equal`).
 * @throws JsonPatchError
 */
export function refuseUnescapedTests(patch: unknown, text: string): void {
  if (!Array.isArray(patch) || text.search(ESCAPED_BY_GO) < 0) return;
  let marked: unknown;
  try {
    marked = JSON.parse(text.replace(ESCAPED_BY_GO, `${MARK}$&`));
  } catch {
    return;
  }
  for (const operation of marked as unknown[])
    if (isOperation(operation) && operation.op === 'test' && JSON.stringify(operation.value).includes(MARK))
      throw new JsonPatchError(
        refusal({ ...operation, path: operation.path.replaceAll(MARK, '') }, undefined),
      );
}

function isOperation(value: unknown): value is Operation {
  return isJsonObject(value) && typeof value.op === 'string' && typeof value.path === 'string';
}

function applyOne<T>(document: T, asked: Operation): T {
  const operation = { ...asked, path: fromTheEnd(document, asked) };
  const found = checkPath(document, operation);
  if (operation.op === 'test' && operation.value === null && found === undefined) return document;
  try {
    const applied: Operation =
      operation.op === 'replace' && found === undefined ? { ...operation, op: 'add' } : operation;
    return jsonPatch.applyOperation(document, applied, true, true).newDocument;
  } catch (error) {
    throw new JsonPatchError(refusal(operation, error));
  }
}

/** An index below zero counts from the end of its list, as that library has it: the RFC knows none. */
function fromTheEnd(document: unknown, { op, path }: Operation): string {
  const [, parent = '', index] = /^(.*)\/-(\d+)$/.exec(path) ?? [];
  if (index === undefined) return path;
  const list = parent.split('/').slice(1).reduce<unknown>(child, document);
  if (!Array.isArray(list)) return path;
  return `${parent}/${list.length - Number(index) + (op === 'add' ? 1 : 0)}`;
}

/**
 * What an operation is about, undefined if there is nothing; a replacement of nothing adds it.
 * @throws JsonPatchError in the API server's words, if the target of an operation does not exist
 */
function checkPath(document: unknown, operation: Operation): unknown {
  const keys = operation.path.split('/').slice(1);
  const parents = keys.slice(0, -1);
  let value = document;
  for (const key of parents) {
    value = child(value, key);
    if (value === undefined || value === null) {
      throw new JsonPatchError(
        `${operation.op} operation does not apply: doc is missing path: ${pathText(operation)}: missing value`,
      );
    }
  }
  const last = keys.at(-1);
  const found = last === undefined ? value : child(value, last);
  if (found !== undefined) return found;
  if (operation.op === 'remove')
    throw new JsonPatchError(
      `remove operation does not apply: doc is missing path: ${pathText(operation)}: missing value`,
    );
  if (operation.op === 'replace' && Array.isArray(value))
    throw new JsonPatchError(
      `replace operation does not apply: doc is missing key: ${operation.path}: missing value`,
    );
  return undefined;
}

/** The server quotes the path of an addition, and no other. */
function pathText(operation: Operation): string {
  return operation.op === 'add' ? `"${operation.path}"` : operation.path;
}

function child(value: unknown, key: string): unknown {
  const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
  if (Array.isArray(value)) return value[Number(name)];
  return isJsonObject(value) ? value[name] : undefined;
}

function refusal(operation: Operation, error: unknown): string {
  if (operation.op === 'test') return `testing value ${operation.path} failed: test failed`;
  const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  return `${operation.op} operation does not apply: ${why}`;
}

import { ApiError } from '@/sandbox/api/api-error';
import type { ListKeys } from '@/sandbox/api/apply/field-set';
import { isJsonObject } from '@/sandbox/api/json';

/**
 * Refuses what has two items of one name in a list, since nobody could say which is whose.
 * @throws ApiError 500, as API servers answer
 */
export function refuseTwins(value: unknown, listKeys: ListKeys, path: string[] = [], where = ''): void {
  if (isJsonObject(value))
    for (const [key, inner] of Object.entries(value))
      refuseTwins(inner, listKeys, [...path, key], `${where}.${key}`);
  if (!Array.isArray(value)) return;
  const [key, ...more] = listKeys(path, value) ?? [];
  if (key !== 'name' || more.length > 0) return;
  const names = new Set<unknown>();
  for (const item of value) {
    if (!isJsonObject(item)) continue;
    const named = `[name=${JSON.stringify(item.name)}]`;
    if (names.has(item.name))
      throw new ApiError(
        500,
        'InternalError',
        `failed to create typed patch object: ${where}: duplicate entries for key ${named}`,
      );
    names.add(item.name);
    refuseTwins(item, listKeys, [...path, '*'], `${where}${named}`);
  }
}

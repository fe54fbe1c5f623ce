import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';

/**
 * The defaults a server sets in a definition. The storage version is added to status.storedVersions and stays
 * there until someone removes it.
 */
export function completeDefinition(object: JsonObject): void {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  if (isJsonObject(spec.names)) {
    spec.names.singular ??= String(spec.names.kind ?? '').toLowerCase();
    spec.names.listKind ??= `${String(spec.names.kind ?? '')}List`;
  }
  spec.conversion ??= { strategy: 'None' };
  const { status } = object;
  if (!isJsonObject(status) || !Array.isArray(status.storedVersions)) return;
  const stored = objectsAt(spec, 'versions').find((version) => version.storage === true)?.name;
  if (stored !== undefined && !status.storedVersions.includes(stored))
    status.storedVersions = [...status.storedVersions, stored];
}

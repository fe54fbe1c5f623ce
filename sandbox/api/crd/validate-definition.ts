import type { FieldFault } from '@/sandbox/api/api-error';
import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { fault, invalidValue } from '@/sandbox/api/validation/metadata';

export function validateDefinition(object: JsonObject): FieldFault[] {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  const names = isJsonObject(spec.names) ? spec.names : {};
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const faults: FieldFault[] = [];
  const require = (value: unknown, field: string) => {
    if (typeof value !== 'string' || value === '')
      faults.push(fault('FieldValueRequired', field, 'Required value'));
  };
  require(spec.group, 'spec.group');
  require(names.plural, 'spec.names.plural');
  require(names.kind, 'spec.names.kind');
  if (spec.scope !== 'Namespaced' && spec.scope !== 'Cluster') {
    faults.push(
      fault(
        'FieldValueNotSupported',
        'spec.scope',
        `Unsupported value: ${JSON.stringify(spec.scope ?? '')}: supported values: "Cluster", "Namespaced"`,
      ),
    );
  }
  const wanted = `${String(names.plural)}.${String(spec.group)}`;
  if (faults.length === 0 && metadata.name !== wanted) {
    faults.push(invalidValue('metadata.name', metadata.name, `must be spec.names.plural+"."+spec.group`));
  }
  const stored = objectsAt(spec, 'versions').filter((version) => version.storage === true);
  if (stored.length !== 1) {
    faults.push(
      invalidValue(
        'spec.versions',
        objectsAt(spec, 'versions').length,
        'must have exactly one version marked as storage version',
      ),
    );
  }
  return [...faults, ...validateStoredVersions(object, objectsAt(spec, 'versions'))];
}

/** Objects may still be stored in a version listed in the status, so it must stay declared. */
function validateStoredVersions(object: JsonObject, versions: JsonObject[]): FieldFault[] {
  const listed = isJsonObject(object.status) ? object.status.storedVersions : undefined;
  if (!Array.isArray(listed)) return [];
  const missing = versions
    .filter((version) => version.storage === true && !listed.includes(version.name))
    .map(({ name }) =>
      invalidValue('status.storedVersions', name, `must have the storage version ${String(name)}`),
    );
  const gone = listed.flatMap((name, index) =>
    versions.some((version) => version.name === name)
      ? []
      : [invalidValue(`status.storedVersions[${index}]`, name, 'must appear in spec.versions')],
  );
  return [...missing, ...gone];
}

import type { FieldFault } from '@/sandbox/api/api-error';
import { isRecord, type JsonRecord, recordsAt } from '@/sandbox/api/json';
import { fault, invalidValue } from '@/sandbox/api/validation/metadata';

/** What is wrong with a CustomResourceDefinition. */
export function validateDefinition(object: JsonRecord): FieldFault[] {
  const spec = isRecord(object.spec) ? object.spec : {};
  const names = isRecord(spec.names) ? spec.names : {};
  const metadata = isRecord(object.metadata) ? object.metadata : {};
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
  const stored = recordsAt(spec, 'versions').filter((version) => version.storage === true);
  if (stored.length !== 1) {
    faults.push(
      invalidValue(
        'spec.versions',
        recordsAt(spec, 'versions').length,
        'must have exactly one version marked as storage version',
      ),
    );
  }
  return [...faults, ...validateStoredVersions(object, recordsAt(spec, 'versions'))];
}

/** Objects may still be stored in a version listed in the status, so it must stay declared. */
function validateStoredVersions(object: JsonRecord, versions: JsonRecord[]): FieldFault[] {
  const listed = isRecord(object.status) ? object.status.storedVersions : undefined;
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

import type { FieldFault } from '@/sandbox/api/api-error';
import type { Kind } from '@/sandbox/api/kinds/kind';
import type { KubeObject } from '@/server/objects/types';

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const QUALIFIED_PART = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const QUALIFIED_RULE =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

const MAX_SUBDOMAIN = 253;
const MAX_LABEL = 63;
/** Of the keys and values of all annotations together. */
const MAX_ANNOTATION_BYTES = 262_144;

/** Kinds whose names are path segments rather than DNS names. */
const FREE_NAMES = new Set(['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings']);
const LABEL_NAMES = new Set(['namespaces', 'services']);

/**
 * What is wrong with the name, namespace, labels and annotations of an object (apimachinery v0.37, pkg/api/validation,
 * objectmeta.go).
 */
export function validateMetadata(kind: Kind, object: KubeObject): FieldFault[] {
  const { metadata } = object;
  const faults: FieldFault[] = [];
  if (!metadata.name) {
    faults.push(
      fault('FieldValueRequired', 'metadata.name', 'Required value: name or generateName is required'),
    );
  } else {
    const rule = brokenNameRule(kind, metadata.name);
    if (rule) faults.push(invalidValue('metadata.name', metadata.name, rule));
  }
  faults.push(...validateLabels('metadata.labels', metadata.labels));
  for (const key of Object.keys(metadata.annotations ?? {})) {
    if (!isQualifiedName(key.toLowerCase()))
      faults.push(invalidValue('metadata.annotations', key, QUALIFIED_RULE));
  }
  if (bytesOf(metadata.annotations) > MAX_ANNOTATION_BYTES)
    faults.push(
      fault(
        'FieldValueTooLong',
        'metadata.annotations',
        `Too long: may not be more than ${MAX_ANNOTATION_BYTES} bytes`,
      ),
    );
  return faults;
}

function bytesOf(annotations: Record<string, unknown> = {}): number {
  return Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(String(value)),
    0,
  );
}

export function validateLabels(field: string, labels: Record<string, unknown> | undefined): FieldFault[] {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => [
    ...(isQualifiedName(key) ? [] : [invalidValue(field, key, QUALIFIED_RULE)]),
    ...(isLabelValue(String(value)) ? [] : [invalidValue(field, String(value), LABEL_VALUE_RULE)]),
  ]);
}

function brokenNameRule(kind: Kind, name: string): string | undefined {
  if (kind.group === 'rbac.authorization.k8s.io' && FREE_NAMES.has(kind.plural)) return undefined;
  if (kind.group === '' && LABEL_NAMES.has(kind.plural)) {
    if (name.length > MAX_LABEL) return `must be no more than ${MAX_LABEL} characters`;
    return LABEL.test(name) ? undefined : LABEL_RULE;
  }
  if (name.length > MAX_SUBDOMAIN) return `must be no more than ${MAX_SUBDOMAIN} characters`;
  return SUBDOMAIN.test(name) ? undefined : SUBDOMAIN_RULE;
}

function isQualifiedName(key: string): boolean {
  const [prefix, name, ...more] = key.includes('/') ? key.split('/') : [undefined, key];
  if (more.length > 0 || name === undefined) return false;
  if (prefix !== undefined && (prefix.length > MAX_SUBDOMAIN || !SUBDOMAIN.test(prefix))) return false;
  return name.length <= MAX_LABEL && QUALIFIED_PART.test(name);
}

function isLabelValue(value: string): boolean {
  return value.length <= MAX_LABEL && LABEL_VALUE.test(value);
}

export function fault(reason: FieldFault['reason'], field: string, message: string): FieldFault {
  return { reason, field, message };
}

/** `Invalid value: "x": rule`, the most common fault. */
export function invalidValue(field: string, value: unknown, rule: string): FieldFault {
  return fault('FieldValueInvalid', field, `Invalid value: ${JSON.stringify(value)}: ${rule}`);
}

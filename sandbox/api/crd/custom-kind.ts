import { fillDefaults } from '@/sandbox/api/crd/fill-defaults';
import { jsonPath } from '@/sandbox/api/crd/json-path';
import { pruneObject } from '@/sandbox/api/crd/prune';
import type { Schema } from '@/sandbox/api/crd/structural-schema';
import { validateSchema } from '@/sandbox/api/crd/validate-schema';
import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { ALL_VERBS } from '@/sandbox/api/kinds/define';
import type { Kind, PrinterColumn, SubresourceInfo } from '@/sandbox/api/kinds/kind';
import type { ScalePaths } from '@/sandbox/api/registry';
import { ageText } from '@/sandbox/api/table/age';
import type { KubeObject } from '@/server/objects/types';

const PART_VERBS = ['get', 'patch', 'update'];

/** The kind a CustomResourceDefinition declares; undefined if no version of it is served. */
export function customKind(definition: KubeObject): Kind | undefined {
  const spec = (definition as KubeObject & JsonObject).spec;
  if (!isJsonObject(spec) || !isJsonObject(spec.names)) return undefined;
  const served = objectsAt(spec, 'versions').filter((version) => version.served === true);
  const stored = served.find((version) => version.storage === true) ?? served[0];
  if (!stored) return undefined;
  const { names } = spec;
  const kindName = String(names.kind);
  const schema = schemaOf(stored);
  const subresources = isJsonObject(stored.subresources) ? stored.subresources : {};
  const scale = isJsonObject(subresources.scale) ? scalePaths(subresources.scale) : undefined;
  const columns = columnsOf(stored);
  return {
    group: String(spec.group),
    version: String(stored.name),
    aliases: served
      .filter((version) => version !== stored)
      .map((version) => ({
        version: String(version.name),
        to: (object) => object,
        from: (object) => object,
      })),
    plural: String(names.plural),
    singular: typeof names.singular === 'string' ? names.singular : kindName.toLowerCase(),
    kind: kindName,
    listKind: typeof names.listKind === 'string' ? names.listKind : `${kindName}List`,
    namespaced: spec.scope === 'Namespaced',
    shortNames: textList(names.shortNames),
    categories: textList(names.categories),
    verbs: ALL_VERBS,
    generation: true,
    status: isJsonObject(subresources.status),
    ...(scale ? { scale } : {}),
    subresources: subresourceInfos(kindName, isJsonObject(subresources.status), scale !== undefined),
    custom: definition,
    schema,
    prune: (draft) => pruneObject(draft, schema),
    complete: (draft) => fillDefaults(draft, schema),
    validate: (object) => validateSchema(object, schema),
    columns: columns.map(({ column }) => column),
    cells: (object, nowMs) => columns.map(({ column, find }) => cell(column, find(object), nowMs)),
  };
}

function schemaOf(version: JsonObject): Schema {
  const schema = isJsonObject(version.schema) ? version.schema.openAPIV3Schema : undefined;
  return isJsonObject(schema)
    ? (schema as Schema)
    : { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
}

function textList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function subresourceInfos(kind: string, status: boolean, scale: boolean): SubresourceInfo[] {
  return [
    ...(scale
      ? [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: PART_VERBS }]
      : []),
    ...(status ? [{ name: 'status', kind, verbs: PART_VERBS }] : []),
  ];
}

function scalePaths(scale: JsonObject): ScalePaths {
  const path = (value: unknown) =>
    String(value ?? '')
      .split('.')
      .filter(Boolean);
  return {
    specReplicas: path(scale.specReplicasPath),
    statusReplicas: path(scale.statusReplicasPath),
    ...(scale.labelSelectorPath ? { selector: path(scale.labelSelectorPath) } : {}),
  };
}

interface CompiledColumn {
  column: PrinterColumn;
  find: (object: unknown) => unknown[];
}

function columnsOf(version: JsonObject): CompiledColumn[] {
  const declared = objectsAt(version, 'additionalPrinterColumns').map((each) => ({
    name: String(each.name),
    type: String(each.type),
    path: String(each.jsonPath),
    format: typeof each.format === 'string' ? each.format : '',
    priority: typeof each.priority === 'number' ? each.priority : 0,
    description: each.description,
  }));
  const columns =
    declared.length > 0
      ? declared
      : [
          {
            name: 'Age',
            type: 'date',
            path: '.metadata.creationTimestamp',
            format: '',
            priority: 0,
            description: undefined,
          },
        ];
  return columns.map(({ name, type, path, format, priority, description }) => ({
    column: {
      name,
      type,
      format,
      priority,
      description:
        typeof description === 'string' && description !== ''
          ? description
          : `Custom resource definition column (in JSONPath format): ${path}`,
    },
    find: jsonPath(path),
  }));
}

/** The first value at a path, as a column of its type shows it; null if there is none. */
function cell(column: PrinterColumn, found: unknown[], nowMs: number): unknown {
  const value = found[0];
  if (value === undefined || value === null) return column.type === 'string' && found.length > 0 ? '' : null;
  switch (column.type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? ageText(value, nowMs) : null;
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

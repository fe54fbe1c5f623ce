import type { JsonObject } from '@/sandbox/api/json';
import type { Kind, PrinterColumn } from '@/sandbox/api/kinds/kind';
import { ageText } from '@/sandbox/api/table/age';
import { CREATION_DESCRIPTION, NAME_DESCRIPTION } from '@/sandbox/api/table/descriptions';
import type { KubeObject } from '@/server/objects/types';

export interface Table {
  kind: 'Table';
  apiVersion: 'meta.k8s.io/v1';
  metadata: object;
  columnDefinitions: Required<PrinterColumn>[];
  rows: { cells: unknown[]; object?: unknown }[];
}

const NAME_COLUMN: PrinterColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: NAME_DESCRIPTION,
};
const CREATED_COLUMN: PrinterColumn = {
  name: 'Created At',
  type: 'date',
  description: CREATION_DESCRIPTION,
};

/** The table of `kubectl get`: a row per object, in the columns of its kind. */
export function tableOf(
  kind: Kind,
  objects: KubeObject[],
  metadata: object,
  nowMs: number,
  include: 'None' | 'Metadata' | 'Object',
): Table {
  const columns = [NAME_COLUMN, ...(kind.columns ?? [CREATED_COLUMN])];
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: columns.map(({ name, type, format = '', description = '', priority = 0 }) => ({
      name,
      type,
      format,
      description,
      priority,
    })),
    rows: objects.map((object) => ({
      cells: [object.metadata.name, ...cellsOf(kind, object, nowMs)],
      ...rowObject(object, include),
    })),
  };
}

function cellsOf(kind: Kind, object: KubeObject, nowMs: number): unknown[] {
  if (kind.cells) return kind.cells(object as KubeObject & JsonObject, nowMs);
  return kind.columns
    ? [ageText(object.metadata.creationTimestamp, nowMs)]
    : [object.metadata.creationTimestamp];
}

function rowObject(object: KubeObject, include: 'None' | 'Metadata' | 'Object'): { object?: unknown } {
  switch (include) {
    case 'None':
      return {};
    case 'Metadata':
      return {
        object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata },
      };
    case 'Object':
      return { object };
  }
}

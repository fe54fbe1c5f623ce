import { isJsonObject, type JsonObject } from '@/sandbox/api/json';
import type { PrinterColumn } from '@/sandbox/api/kinds/kind';
import { ageText } from '@/sandbox/api/table/age';
import { CREATION_DESCRIPTION } from '@/sandbox/api/table/descriptions';
import { formatSelector, selectorFrom } from '@/server/objects/selector';
import type { LabelSelector } from '@/server/objects/types';

/** How a cell is computed from an object; `nowMs` is for ages. */
type Cell = (object: JsonObject, nowMs: number) => unknown;

/** A column besides the name, with how its cell is computed. */
export interface TableColumn extends PrinterColumn {
  cell: Cell;
}

export const textColumn = (name: string, cell: Cell, description = '', priority = 0): TableColumn => ({
  name,
  type: 'string',
  description,
  priority,
  cell,
});
export const wide = (name: string, cell: Cell, description = ''): TableColumn =>
  textColumn(name, cell, description, 1);
export const AGE: TableColumn = textColumn(
  'Age',
  (object, nowMs) => ageText(created(object), nowMs),
  CREATION_DESCRIPTION,
);

export const NONE = '<none>';

/** The value at a dotted path. */
export function at(object: unknown, path: string): unknown {
  let value = object;
  for (const key of path.split('.')) value = isJsonObject(value) ? value[key] : undefined;
  return value;
}

export const orNone = (path: string) => (object: JsonObject) => String(at(object, path) || NONE);
export const number = (path: string) => (object: JsonObject) => Number(at(object, path) ?? 0);
export const size = (path: string) => (object: JsonObject) =>
  Object.keys((at(object, path) as JsonObject | undefined) ?? {}).length;

export function created(object: JsonObject): string | undefined {
  return at(object, 'metadata.creationTimestamp') as string | undefined;
}

/** The pod selector of a workload or service as text. */
export function selectorText(object: JsonObject): string {
  const selector = at(object, 'spec.selector');
  if (!isJsonObject(selector)) return NONE;
  const structured =
    'matchLabels' in selector || 'matchExpressions' in selector ? selector : { matchLabels: selector };
  return formatSelector(selectorFrom(structured as LabelSelector)) || NONE;
}

export function noneCell(): string {
  return NONE;
}

import type { ListKeys } from '@/sandbox/api/apply/field-set';
import type { Schema } from '@/sandbox/api/crd/structural-schema';
import type { Kind } from '@/sandbox/api/kinds/kind';
import { mergeKeyOf } from '@/sandbox/api/patch/strategic';

/** How the lists of a kind are keyed: by its schema for custom resources, by name for built-in kinds. */
export function listKeysOf(kind: Kind): ListKeys {
  const { schema } = kind;
  if (schema) return (path) => keysInSchema(schema, path);
  return (path, items) => {
    const key = mergeKeyOf(path.at(-1) ?? '', items);
    return key === undefined ? undefined : [key];
  };
}

function keysInSchema(schema: Schema, path: string[]): string[] | undefined {
  let current: Schema | undefined = schema;
  for (const step of path) {
    if (step === '*') current = current?.items;
    else
      current =
        current?.properties?.[step] ??
        (typeof current?.additionalProperties === 'object' ? current.additionalProperties : undefined);
  }
  return current?.['x-kubernetes-list-type'] === 'map' ? current['x-kubernetes-list-map-keys'] : undefined;
}

import type { Schema } from '@/sandbox/api/crd/structural-schema';
import type { Catalog } from '@/sandbox/api/kinds/catalog';
import { groupVersionOf, type Kind } from '@/sandbox/api/kinds/kind';

interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

/** One kind in an OpenAPI document: its path, name and schema. */
export interface DescribedKind {
  /** "io.k8s.autoscaling.v1.VerticalPodAutoscaler" */
  definition: string;
  gvk: GroupVersionKind;
  /** "/apis/GROUP/VERSION/namespaces/{namespace}/PLURAL/{name}" */
  path: string;
  schema: Schema;
}

/** Query parameters of every PATCH, which clients look for before they use them. */
export const PATCH_PARAMETERS = ['dryRun', 'fieldManager', 'fieldValidation', 'force'];

const METADATA: Schema = { type: 'object', description: "Standard object's metadata." };
const VERSION_FIELDS: Record<string, Schema> = {
  apiVersion: {
    type: 'string',
    description: 'APIVersion defines the versioned schema of this representation of an object.',
  },
  kind: {
    type: 'string',
    description: 'Kind is a string value representing the REST resource this object represents.',
  },
  metadata: METADATA,
};

/** Every stored kind; only custom resources have their fields described. */
export function describedKinds(catalog: Catalog): DescribedKind[] {
  return [...catalog.all()]
    .filter((kind) => !kind.virtual)
    .flatMap((kind) => catalog.versionsOf(kind).map((version) => describe(kind, version)));
}

function describe(kind: Kind, version: string): DescribedKind {
  const base = kind.group === '' ? '/api/v1' : `/apis/${groupVersionOf({ group: kind.group, version })}`;
  const scope = kind.namespaced ? '/namespaces/{namespace}' : '';
  return {
    definition: definitionName(kind, version),
    gvk: { group: kind.group, version, kind: kind.kind },
    path: `${base}${scope}/${kind.plural}/{name}`,
    schema: kind.schema
      ? { ...kind.schema, properties: { ...kind.schema.properties, ...VERSION_FIELDS } }
      : { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  };
}

function definitionName(kind: Kind, version: string): string {
  if (!kind.custom)
    return `io.k8s.api.${kind.group === '' ? 'core' : kind.group.split('.')[0]}.${version}.${kind.kind}`;
  return `${kind.group.split('.').reverse().join('.')}.${version}.${kind.kind}`;
}

import type { JsonObject } from '@/sandbox/api/json';
import type { Kind, SubresourceInfo, Verb } from '@/sandbox/api/kinds/kind';
import type { ScalePaths } from '@/sandbox/api/registry';

export const ALL_VERBS: Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];
export const STATUS_VERBS = ['get', 'patch', 'update'];

export const WORKLOAD_SCALE: ScalePaths = {
  specReplicas: ['spec', 'replicas'],
  statusReplicas: ['status', 'replicas'],
  selector: ['spec', 'selector'],
};

const COMMON_FIELDS = ['kind', 'apiVersion', 'metadata'];

/** Decoding into a typed object drops unknown fields; this applies to the top-level fields. */
function dropOtherFields(draft: JsonObject, fields: string[]): string[] {
  const dropped = Object.keys(draft).filter((key) => !COMMON_FIELDS.includes(key) && !fields.includes(key));
  for (const key of dropped) delete draft[key];
  return dropped;
}

/** What distinguishes a kind from the others. */
export type Sketch = Pick<Kind, 'plural' | 'kind'> &
  Partial<Omit<Kind, 'subresources' | 'status'>> & {
    status?: boolean;
    extra?: SubresourceInfo[];
    /** The fields of an object besides kind, apiVersion and metadata; by default spec and status. */
    fields?: string[];
  };

/** A built-in kind, completed from what distinguishes it. */
export function define(group: string, version: string, sketch: Sketch): Kind {
  const { status = false, extra = [], scale, fields = ['spec', 'status'], ...rest } = sketch;
  const subresources: SubresourceInfo[] = [...extra];
  if (scale) {
    subresources.push({
      name: 'scale',
      kind: 'Scale',
      group: 'autoscaling',
      version: 'v1',
      verbs: STATUS_VERBS,
    });
  }
  if (status) subresources.push({ name: 'status', kind: sketch.kind, verbs: STATUS_VERBS });
  subresources.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    group,
    version,
    singular: sketch.kind.toLowerCase(),
    listKind: `${sketch.kind}List`,
    namespaced: true,
    verbs: ALL_VERBS,
    generation: false,
    prune: (draft) => dropOtherFields(draft, fields),
    ...rest,
    ...(scale ? { scale } : {}),
    status,
    subresources,
  };
}

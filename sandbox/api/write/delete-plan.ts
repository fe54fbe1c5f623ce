import { preconditionFailed } from '@/sandbox/api/api-error';
import { isJsonObject, type JsonObject } from '@/sandbox/api/json';
import { isNamespace, isPod, type Kind } from '@/sandbox/api/kinds/kind';
import type { DeleteOptions } from '@/sandbox/api/registry';
import { toKubeTime } from '@/server/lib/time/clock';
import type { KubeObject, Pod } from '@/server/objects/types';

const FOREGROUND = 'foregroundDeletion';
const ORPHAN = 'orphan';

type DeletePlan =
  | { action: 'remove'; object: KubeObject }
  | { action: 'mark'; object: KubeObject }
  | { action: 'nothing'; object: KubeObject };

/**
 * What deleting `old` does: removes it at once, marks it until its finalizers are gone, or nothing new (apiserver
 * v0.37, pkg/registry/rest, delete.go, `BeforeDelete`).
 */
export function planDelete(
  kind: Kind,
  old: KubeObject,
  options: DeleteOptions,
  hasDependents: boolean,
  nowMs: number,
): DeletePlan {
  checkPreconditions(kind, old, options);
  const graceSeconds = isPod(kind) ? podGraceSeconds(old as Pod, options.gracePeriodSeconds) : 0;
  const finalizers = finalizersFor(old, options, hasDependents);
  const hasFinalizers =
    finalizers.length > 0 || graceSeconds > 0 || (isNamespace(kind) && namespaceFinalizers(old).length > 0);
  if (old.metadata.deletionTimestamp) {
    const earlier = graceSeconds < (old.metadata.deletionGracePeriodSeconds ?? 0);
    if (hasFinalizers && !earlier && finalizers.length === (old.metadata.finalizers ?? []).length) {
      return { action: 'nothing', object: old };
    }
  }
  const marked = mark(kind, old, graceSeconds, finalizers, nowMs);
  return hasFinalizers ? { action: 'mark', object: marked } : { action: 'remove', object: marked };
}

/** The finalizers in a namespace's spec, which the namespace controller removes last. */
export function namespaceFinalizers(namespace: KubeObject): unknown[] {
  const spec = (namespace as KubeObject & JsonObject).spec;
  return isJsonObject(spec) && Array.isArray(spec.finalizers) ? spec.finalizers : [];
}

function checkPreconditions(kind: Kind, old: KubeObject, options: DeleteOptions): void {
  const { name, uid, resourceVersion } = old.metadata;
  if (options.uid && options.uid !== uid) {
    throw preconditionFailed(
      kind,
      name,
      `the UID in the precondition (${options.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    );
  }
  if (options.resourceVersion && options.resourceVersion !== resourceVersion) {
    throw preconditionFailed(
      kind,
      name,
      `the ResourceVersion in the precondition (${options.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    );
  }
}

/** A pod without a kubelet, or that has ended, needs no grace period. */
function podGraceSeconds(pod: Pod, asked: number | undefined): number {
  if (!pod.spec.nodeName) return 0;
  if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return 0;
  return Math.max(0, asked ?? pod.spec.terminationGracePeriodSeconds ?? 30);
}

function finalizersFor(old: KubeObject, options: DeleteOptions, hasDependents: boolean): string[] {
  const kept = old.metadata.finalizers ?? [];
  const policy = options.propagationPolicy;
  if (policy === undefined) return kept;
  const others = kept.filter((each) => each !== FOREGROUND && each !== ORPHAN);
  if (!hasDependents) return others;
  if (policy === 'Foreground') return [...others, FOREGROUND];
  if (policy === 'Orphan') return [...others, ORPHAN];
  return others;
}

function mark(
  kind: Kind,
  old: KubeObject,
  graceSeconds: number,
  finalizers: string[],
  nowMs: number,
): KubeObject {
  const { finalizers: _finalizers, ...metadata } = old.metadata;
  const marked: KubeObject & JsonObject = {
    ...old,
    metadata: {
      ...metadata,
      deletionTimestamp: toKubeTime(nowMs + graceSeconds * 1000),
      ...(isNamespace(kind) ? {} : { deletionGracePeriodSeconds: graceSeconds }),
      ...(finalizers.length > 0 ? { finalizers } : {}),
    },
  };
  if (kind.generation && old.metadata.generation !== undefined && !old.metadata.deletionTimestamp) {
    marked.metadata.generation = old.metadata.generation + 1;
  }
  if (isNamespace(kind))
    marked.status = { ...(isJsonObject(marked.status) ? marked.status : {}), phase: 'Terminating' };
  return marked;
}

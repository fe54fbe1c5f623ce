import { isJsonObject, type JsonObject } from '@/sandbox/api/json';
import type { ScalePaths } from '@/sandbox/api/registry';
import { formatSelector, selectorFrom } from '@/server/objects/selector';
import type { KubeObject, LabelSelector } from '@/server/objects/types';

/** The scale of an object, as its subresource shows it. */
export function scaleSubresource(owner: KubeObject, paths: ScalePaths) {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = owner.metadata;
  const selector = paths.selector ? selectorText(readAt(owner, paths.selector)) : undefined;
  const replicas = readAt(owner, paths.specReplicas);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 || replicas === undefined ? {} : { replicas },
    status: { replicas: readAt(owner, paths.statusReplicas) ?? 0, ...(selector ? { selector } : {}) },
  };
}

/** Sets the replicas an object asks for. */
export function setReplicas(object: KubeObject, paths: ScalePaths, replicas: number): void {
  writeAt(object, paths.specReplicas, replicas);
}

function selectorText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return undefined;
  const isStructured = 'matchLabels' in value || 'matchExpressions' in value;
  return formatSelector(selectorFrom((isStructured ? value : { matchLabels: value }) as LabelSelector));
}

function readAt(object: unknown, path: string[]): unknown {
  let value = object;
  for (const key of path) value = isJsonObject(value) ? value[key] : undefined;
  return value;
}

function writeAt(object: unknown, path: string[], value: unknown): void {
  let parent = object;
  for (const key of path.slice(0, -1)) {
    if (!isJsonObject(parent)) return;
    if (!isJsonObject(parent[key])) parent[key] = {};
    parent = parent[key];
  }
  const last = path.at(-1);
  if (isJsonObject(parent) && last !== undefined) (parent as JsonObject)[last] = value;
}

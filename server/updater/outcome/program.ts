import { createHash } from 'node:crypto';
import { scopeOf } from '../../decide/features/node-scope/scope';
import type { Container, Pod } from '../../objects/types';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';

/**
 * What the containers of a pod run: image, command and environment of each, as a short digest. Another program may
 * crash or need more by itself.
 */
export function programOf({ spec }: Pod): string {
  return digest([spec.initContainers ?? [], spec.containers].map((list) => list.map(partsOf)));
}

function partsOf({ name, image, command, args, env, envFrom }: Container): unknown[] {
  return [name, image, command, args, env, envFrom];
}

/** The part of a policy that held amounts depend on: once it changes, they are no longer held. */
export function programPolicy({ metadata, spec }: VerticalPodAutoscaler): string {
  const scope = scopeOf({ metadata, spec });
  return digest([spec.targetRef, spec.resourcePolicy ?? null, ...(scope === undefined ? [] : [scope])]);
}

function digest(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

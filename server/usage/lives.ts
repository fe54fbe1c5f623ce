import type { LifeStart } from '@/server/model/observation';
import { sizedStatuses } from '@/server/objects/sized-containers';
import type { ContainerStatus, Pod } from '@/server/objects/types';

/**
 * How the present life of each running container of a pod began. Empty for the pods of a Job: they end by themselves,
 * so their lives are no measure.
 */
export function livesOf({ metadata, spec, status }: Pod): ReadonlyMap<string, LifeStart> {
  const lives = new Map<string, LifeStart>();
  if (metadata.ownerReferences?.some(({ kind, controller }) => controller && kind === 'Job')) return lives;
  for (const container of sizedStatuses({ spec, status })) {
    const life = lifeOf(container);
    if (life) lives.set(container.name, life);
  }
  return lives;
}

function lifeOf({ state, lastState }: ContainerStatus): LifeStart | undefined {
  const startMs = Date.parse(state?.running?.startedAt ?? '');
  if (Number.isNaN(startMs)) return undefined;
  return { startMs, isAfterKill: lastState?.terminated?.reason === 'OOMKilled' };
}

import { ApiError } from '@/sandbox/api/api-error';
import type { Registry } from '@/sandbox/api/registry';
import type { Scenario } from '@/sandbox/scenarios/scenario';
import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import type { Workload } from '@/server/objects/types';

const RELEASED = ['deployments.apps', 'statefulsets.apps'];
const MINUTE_MS = 60_000;

/**
 * Rolls out new versions of a namespace's workloads, one after the other; returns a function that stops it.
 */
export function startReleases(
  registry: Registry,
  clock: Clock,
  log: Logger,
  { everyMinutes, namespace }: NonNullable<Scenario['rollouts']>,
): () => void {
  let version = 1;
  let cancel = () => {};
  const plan = () => {
    const targets = targetsIn(registry, namespace);
    cancel = clock.after((everyMinutes * MINUTE_MS) / Math.max(1, targets.length), () => {
      version++;
      const target = targets[version % Math.max(1, targets.length)];
      if (target) release(registry, log, namespace, target, version);
      plan();
    });
  };
  plan();
  return () => cancel();
}

interface Target {
  readonly resource: string;
  readonly name: string;
}

function targetsIn(registry: Registry, namespace: string): Target[] {
  return RELEASED.flatMap((resource) =>
    [...registry.list(resource, namespace)].map(({ metadata }) => ({ resource, name: metadata.name })),
  );
}

function release(registry: Registry, log: Logger, namespace: string, target: Target, version: number): void {
  try {
    registry.mutate<Workload>(target.resource, namespace, target.name, (draft) => {
      for (const container of draft.spec.template?.spec.containers ?? []) {
        container.image = `${(container.image ?? '').split(':')[0]}:1.${version}`;
      }
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.debug({ err: error, target }, 'A new version of a workload could not be rolled out');
  }
}

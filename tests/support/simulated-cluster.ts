import { createRegistry } from '@/sandbox/api/create-registry';
import type { ObjectRegistry } from '@/sandbox/api/object-registry';
import { EventWriter } from '@/sandbox/controllers/event-writer';
import { type RunningControlPlane, startControlPlane } from '@/sandbox/controllers/start';
import { namespace, scenarioNodes } from '@/sandbox/scenarios/build';
import type { Declared } from '@/sandbox/scenarios/scenario';
import type { Trace } from '@/sandbox/workloads/traces';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';

export const START_MS = Date.parse('2026-03-02T00:00:00Z');

/** A whole cluster in process whose time moves only when told to. */
export interface SimulatedCluster {
  readonly clock: ManualClock;
  readonly registry: ObjectRegistry;
  readonly plane: RunningControlPlane;
  create(...declared: Declared[]): Promise<void>;
  /** Lets `seconds` pass and all work that falls due be done. */
  pass(seconds: number): Promise<void>;
  get<T extends KubeObject>(resource: string, name: string): T;
  list<T extends KubeObject>(resource: string): T[];
}

interface SimulationOptions {
  readonly nodeCount?: number;
  /** The version of the kubelets, if it is an earlier one. */
  readonly kubelet?: string;
  readonly cpu?: number;
  readonly memoryGib?: number;
  readonly seed?: number;
  readonly traces?: readonly Trace[];
  readonly scalesHorizontally?: boolean;
}

/** Ready nodes, the namespace `shop`, and a running control plane. */
export async function simulate(options: SimulationOptions = {}): Promise<SimulatedCluster> {
  const clock = new ManualClock(START_MS);
  const log = silentLogger;
  const registry = await createRegistry({ clock, log });
  const events = new EventWriter(registry, clock, log);
  const plane = startControlPlane(
    { registry, clock, log, events, seed: options.seed ?? 1 },
    { traces: options.traces ?? [], scalesHorizontally: options.scalesHorizontally ?? true },
  );
  const create = async (...declared: Declared[]) => {
    for (const { resource, object } of declared) await registry.create(resource, structuredClone(object));
    await settle(plane);
  };
  await create(
    ...scenarioNodes(options.nodeCount ?? 3, options.cpu ?? 4, options.memoryGib ?? 8, 0, options.kubelet),
    namespace('shop'),
  );
  return {
    clock,
    registry,
    plane,
    create,
    pass: async (seconds) => {
      for (let left = seconds; left > 0; left--) {
        await clock.advance(1000);
        await settle(plane);
      }
    },
    get: <T extends KubeObject>(resource: string, name: string): T => {
      const found = registry.get<T>(resource, 'shop', name);
      if (!found) throw new Error(`${resource} shop/${name} is not there`);
      return found;
    },
    list: <T extends KubeObject>(resource: string) => [...registry.list<T>(resource, 'shop')],
  };
}

/** Waits until no controller has anything left to do at this moment. */
async function settle(plane: RunningControlPlane): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (!plane.idle());
}

import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Declared } from '@/sandbox/scenarios/scenario';

export const WORKLOADS = 1_000;
export const REPLICAS = 2;
/** Where the workloads are that get a VPA while one is measured. */
export const SPARE_NAMESPACE = 'versus';
export const SPARES = 10;

const NAMESPACES = 20;
const NODES_OF_SCENARIO = 3;
const WORKLOADS_OF_NODE = 50;

export const spareName = (index: number): string => `spare-${index}`;

function workload(index: number): Declared[] {
  const its = { name: `service-${index}`, namespace: `team-${index % NAMESPACES}` };
  const cpu = `${20 + (index % 37) * 10}m`;
  const memory = `${60 + (index % 53) * 12}Mi`;
  const requests = `${50 + (index % 29) * 10}m/${100 + (index % 31) * 20}Mi`;
  return [
    deployment({
      ...its,
      replicas: REPLICAS,
      containers: [{ requests, does: { kind: 'steady', cpu, memory } }],
    }),
    vpa({ ...its, mode: 'Initial' }),
  ];
}

function spare(index: number): Declared {
  const does = { kind: 'steady', cpu: '80m', memory: '120Mi' } as const;
  return deployment({
    name: spareName(index),
    namespace: SPARE_NAMESPACE,
    replicas: 1,
    containers: [{ requests: '50m/200Mi', does }],
  });
}

/** Pods of `population`. */
export const PODS = WORKLOADS * REPLICAS + SPARES;

/**
 * `WORKLOADS` Deployments of two pods, each with a VPA that changes new pods alone, so that all sides find the same
 * objects, and `SPARES` of one pod without a VPA.
 */
export function population(): Declared[] {
  return [
    ...scenarioNodes(Math.ceil(WORKLOADS / WORKLOADS_OF_NODE), 64, 256, NODES_OF_SCENARIO),
    ...Array.from({ length: NAMESPACES }, (_, index) => namespace(`team-${index}`)),
    namespace(SPARE_NAMESPACE),
    ...Array.from({ length: SPARES }, (_, index) => spare(index)),
    ...Array.from({ length: WORKLOADS }, (_, index) => workload(index)).flat(),
  ];
}

import { deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Declared, Scenario } from '@/sandbox/scenarios/scenario';
import type { CharacterText } from '@/sandbox/workloads/character';
import { hash32, uniform } from '@/sandbox/workloads/random';
import { UPDATE_MODES } from '@/server/objects/vpa-types';

const WORKLOADS = 1000;
const REPLICAS = 5;
const NAMESPACES = 20;
const NODES = 60;

export const thousandWorkloads: Scenario = {
  name: 'thousand-workloads',
  title: 'Thousand workloads',
  summary: '1,000 Deployments with a VPA each, 5,000 pods on 60 nodes.',
  lesson: 'See that passes stay short, and tables and search stay fast, in a large cluster.',
  events: 'warnings',
  objects: (seed) => [
    ...scenarioNodes(NODES, 64, 256),
    ...Array.from({ length: NAMESPACES }, (_, index) => namespace(namespaceOf(index))),
    ...workloads(0, WORKLOADS, seed, REPLICAS),
  ],
};

/** As many more workloads and nodes, for a cluster of this scenario that is to be larger. */
export function moreWorkloads(count: number, seed: number, replicas = REPLICAS): Declared[] {
  const more = Math.ceil((NODES * count * replicas) / (WORKLOADS * REPLICAS));
  return [...scenarioNodes(more, 64, 256, NODES), ...workloads(WORKLOADS, count, seed, replicas)];
}

function workloads(first: number, count: number, seed: number, replicas: number): Declared[] {
  return Array.from({ length: count }, (_, index) => workload(first + index, seed, replicas)).flat();
}

function namespaceOf(index: number): string {
  return `team-${String(index % NAMESPACES).padStart(2, '0')}`;
}

function workload(index: number, seed: number, replicas: number): Declared[] {
  const name = `service-${String(index).padStart(4, '0')}`;
  const inNamespace = namespaceOf(index);
  const key = hash32(name, seed);
  const cpu = Math.round(20 + 400 * uniform(key, 1) ** 3);
  const memoryMib = Math.round(60 + 900 * uniform(key, 2) ** 2);
  const guess = (draw: number) => 0.5 + 2.5 * uniform(key, draw);
  const mode = UPDATE_MODES[index % UPDATE_MODES.length] ?? 'Off';
  return [
    deployment({
      name,
      namespace: inNamespace,
      replicas,
      containers: [
        {
          requests: `${Math.round(cpu * guess(3))}m/${Math.round(memoryMib * guess(4))}Mi`,
          does: characterOf(key, cpu, memoryMib),
        },
      ],
    }),
    vpa({ name, namespace: inNamespace, mode }),
  ];
}

function characterOf(key: number, cpu: number, memoryMib: number): CharacterText {
  const draw = uniform(key, 5);
  const memory = `${memoryMib}Mi`;
  if (draw < 0.5) {
    return {
      kind: 'daily',
      cpu: `${Math.round(cpu / 3)}m`,
      peakCpu: `${Math.round(cpu * 1.5)}m`,
      memory,
      peakMemory: `${Math.round(memoryMib * 1.2)}Mi`,
      peakHour: Math.floor(24 * uniform(key, 6)),
    };
  }
  if (draw < 0.85) return { kind: 'steady', cpu: `${cpu}m`, memory };
  return {
    kind: 'spiky',
    cpu: `${Math.round(cpu / 2)}m`,
    spikeCpu: `${cpu * 3}m`,
    memory,
    spikeMemory: `${Math.round(memoryMib * 1.4)}Mi`,
  };
}

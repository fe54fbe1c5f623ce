import { percentileParameters } from '@/server/estimators/percentile/parameters';
import type { Node, Pod } from '@/server/kube/types';
import { NodeUsageIndex, staleAfterMs } from '@/server/nodes/node-book';
import { NodePods } from '@/server/nodes/node-pods';
import { atOnce } from '@/server/slices';

export const NODES = 500;
const PODS_PER_NODE = 20;
export const PODS = NODES * PODS_PER_NODE;
const START_MS = Date.UTC(2026, 7, 1, 12);
const MINUTE_MS = 60_000;
const MIB = 2 ** 20;

export const nodeNamed = (index: number): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: `node-${index}` },
  status: { allocatable: { cpu: '16', memory: '64Gi' } },
});

const podNamed = (index: number): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: `ns-${index % 50}`, name: `web-${index}` },
  spec: {
    nodeName: `node-${index % NODES}`,
    containers: [{ name: 'app', resources: { requests: { cpu: '250m', memory: '256Mi' } } }],
  },
  status: { phase: 'Running' },
});

/** 10,000 pods on 500 nodes. */
export class NodePopulation {
  readonly pods = new NodePods();
  readonly book = new NodeUsageIndex(this.pods, percentileParameters.parse({}), staleAfterMs({ speed: 1 }));

  addPods(): void {
    for (let index = 0; index < PODS; index++) this.pods.set(podNamed(index));
  }

  /** One round as the role runs it: a sample of every pod, then all nodes are judged. */
  round(nodes: readonly Node[], minute: number): void {
    const nowMs = START_MS + minute * MINUTE_MS;
    const { pods, book } = this;
    for (let index = 0; index < PODS; index++)
      pods.sample(
        {
          namespace: `ns-${index % 50}`,
          pod: `web-${index}`,
          container: 'app',
          atMs: nowMs,
          cpuMillicores: 50 + ((index * 7 + minute * 13) % 400),
          memoryBytes: (100 + ((index * 3 + minute) % 300)) * MIB,
        },
        nowMs,
        nowMs - MINUTE_MS,
      );
    const number = pods.round++;
    atOnce(book.judge(nodes, { number, isAnswered: true, nowMs }));
  }
}

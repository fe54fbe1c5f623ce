import { Gauge, type Registry } from 'prom-client';
import type { NodeView } from '../contract/nodes';
import type { Resource } from '../objects/units';

const UNITS: Readonly<Record<Resource, { name: string; words: string; perUnit: number }>> = {
  cpu: { name: 'cpu_cores', words: 'CPU cores', perUnit: 1000 },
  memory: { name: 'memory_bytes', words: 'Bytes of memory', perUnit: 1 },
};

/** What is idle, used and expected on each node now; what is unknown, or on a node that is gone, has no series. */
export function nodeMetrics(registry: Registry, nodes: () => Iterable<NodeView>): void {
  for (const resource of ['cpu', 'memory'] as const) {
    const { name, words, perUnit } = UNITS[resource];
    const set = (gauge: Gauge, labels: Record<string, string>, amount: number | undefined) => {
      if (amount !== undefined) gauge.set(labels, amount / perUnit);
    };
    new Gauge({
      name: `plumbline_node_idle_${name}`,
      help: `${words} of a node that are free for batch work, now or for the next hour.`,
      labelNames: ['node', 'horizon'],
      registers: [registry],
      collect() {
        this.reset();
        for (const view of nodes()) {
          set(this, { node: view.name, horizon: 'now' }, view[resource].idleNow);
          set(this, { node: view.name, horizon: 'hour' }, view[resource].idleNextHour);
        }
      },
    });
    new Gauge({
      name: `plumbline_node_used_${name}`,
      help: `${words} that online pods of a node use; those not measured count with their last usage or their request.`,
      labelNames: ['node'],
      registers: [registry],
      collect() {
        this.reset();
        for (const view of nodes()) set(this, { node: view.name }, view[resource].used);
      },
    });
    new Gauge({
      name: `plumbline_node_expected_${name}`,
      help: `${words} that online pods of a node are expected to need in the next hour.`,
      labelNames: ['node'],
      registers: [registry],
      collect() {
        this.reset();
        for (const view of nodes()) set(this, { node: view.name }, view[resource].expected);
      },
    });
  }
}

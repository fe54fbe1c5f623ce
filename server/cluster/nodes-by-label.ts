import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { MOST_GROUPS, NO_LABEL } from '../decide/features/node-scope/scope';
import { largestNode } from '../decide/pods/largest-node';
import type { WatchCache } from '../kube/watch-cache';
import { ofKey } from '../lib/memo/of-key';
import type { Node } from '../objects/types';
import type { Amounts } from '../objects/units';

/** The nodes with one value of a label. */
export interface NodesOfValue {
  readonly nodes: number;
  /** The most CPU and the most memory that any of them can give. */
  readonly largest: Amounts | undefined;
}

export interface LabelOfNodes {
  readonly key: string;
  readonly values: number;
}

interface ByLabel {
  readonly valueByNode: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, NodesOfValue>;
}

const MOST_LABELS = 100;
const MOST_LISTED = 500;

/** The nodes of the cluster by their values of a label; worked out once per label and change of a node. */
export class NodesByLabel {
  private readonly known = new LRUCache<string, ByLabel>({ max: MOST_LABELS });
  private listed: readonly LabelOfNodes[] | undefined;
  private readonly end: () => void;

  constructor(private readonly nodes: Pick<WatchCache<Node>, 'subscribe' | 'list'>) {
    const changed = () => {
      this.known.clear();
      this.listed = undefined;
    };
    this.end = nodes.subscribe({
      added: changed,
      // Nodes report every few seconds, mostly without a change.
      updated: (before, node) => {
        const isSame =
          isDeepStrictEqual(before.metadata.labels, node.metadata.labels) &&
          isDeepStrictEqual(before.status?.allocatable, node.status?.allocatable);
        if (!isSame) changed();
      },
      deleted: changed,
    });
  }

  stop(): void {
    this.end();
  }

  /** By name of node, its value of the label; the same map until a node changes. */
  valueByNode(label: string): ReadonlyMap<string, string> {
    return this.of(label).valueByNode;
  }

  values(label: string): ReadonlyMap<string, NodesOfValue> {
    return this.of(label).values;
  }

  /** The labels that nodes have, with how many values each: first those that make groups, fewest first. */
  get labels(): readonly LabelOfNodes[] {
    this.listed ??= this.listLabels();
    return this.listed;
  }

  private listLabels(): LabelOfNodes[] {
    const values = new Map<string, Set<unknown>>();
    for (const { metadata } of this.nodes.list())
      for (const [key, value] of Object.entries(metadata.labels ?? {})) {
        const known = values.get(key);
        if (known) known.add(value);
        else if (values.size < MOST_LISTED) values.set(key, new Set([value]));
      }
    const rank = (count: number) => (count === 1 ? 2 : count > MOST_GROUPS ? 1 : 0);
    return [...values]
      .map(([key, { size }]) => ({ key, values: size }))
      .sort((a, b) => rank(a.values) - rank(b.values) || a.values - b.values || (a.key < b.key ? -1 : 1));
  }

  private of(label: string): ByLabel {
    const known = this.known.get(label);
    if (known) return known;
    const lists = new Map<string, Node[]>();
    const valueByNode = new Map<string, string>();
    for (const node of this.nodes.list()) {
      const value = valueIn(node, label);
      valueByNode.set(node.metadata.name, value);
      ofKey(lists, value, () => []).push(node);
    }
    const values = new Map(
      [...lists].map(([value, nodes]) => [value, { nodes: nodes.length, largest: largestNode(nodes) }]),
    );
    const made = { valueByNode, values };
    this.known.set(label, made);
    return made;
  }
}

function valueIn({ metadata: { labels } }: Node, label: string): string {
  const value: unknown = labels && Object.hasOwn(labels, label) ? labels[label] : undefined;
  return typeof value === 'string' ? value : NO_LABEL;
}

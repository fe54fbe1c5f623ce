import type { NodeRow, NodeTotals, NodeView } from '../../contract/nodes';
import type { Both } from '../../decide/pods/money/price';
import type { Sliced } from '../../lib/time/slices';
import { sorting } from '../../lib/time/sorting';
import { RESOURCES, type Resource } from '../../objects/units';
import { compareTexts, naturalKey } from '../../words/natural-order';
import { NODE_STATES } from '../../words/nodes';
import { countBy, hasWords, isValue, type ListSpec } from '../list';
import type { KnownValues } from '../list-query';
import { Sheet } from '../sheet';

/** A node with what the list derives from it. */
export interface ListedNode {
  readonly view: NodeRow;
  readonly text: string;
  readonly nameKey: string;
}

export const KNOWN_OF_NODES: KnownValues = { state: (value) => Object.hasOwn(NODE_STATES, value) };

/** The nodes by name, and what they have together; `targets`: what their pods would request, by node. */
export function* listedNodes(
  views: readonly NodeView[],
  targets: ReadonlyMap<string, Both> | undefined,
  former?: Sheet<ListedNode>,
): Sliced<{ sheet: Sheet<ListedNode>; totals: Record<Resource, NodeTotals> }> {
  const rows: ListedNode[] = [];
  const totals = { cpu: emptyTotals(), memory: emptyTotals() };
  for (const view of views) {
    const target = targets?.get(view.name);
    rows.push({
      view: { ...view, ...(target && { target }) },
      text: view.name.toLowerCase(),
      nameKey: naturalKey(view.name),
    });
    for (const resource of RESOURCES) add(totals[resource], view[resource], target?.[resource]);
    yield;
  }
  const sorted = yield* sorting(rows, (a, b) => compareTexts(a.nameKey, b.nameKey));
  return { sheet: new Sheet(sorted, former), totals };
}

function emptyTotals(): NodeTotals {
  return {
    allocatable: 0,
    requested: 0,
    target: 0,
    used: 0,
    idleNow: 0,
    nodes: 0,
    hour: { allocatable: 0, idle: 0, nodes: 0 },
  };
}

function add(
  totals: NodeTotals,
  { allocatable, requested, used, idleNow, idleNextHour }: NodeView[Resource],
  target: number | undefined,
) {
  if (allocatable === undefined || used === undefined || idleNow === undefined) return;
  totals.allocatable += allocatable;
  totals.requested += requested;
  totals.target += target ?? requested;
  totals.used += used;
  totals.idleNow += idleNow;
  totals.nodes++;
  if (idleNextHour === undefined) return;
  totals.hour.allocatable += allocatable;
  totals.hour.idle += idleNextHour;
  totals.hour.nodes++;
}

const stateOf = ({ view }: ListedNode) => view.state;
const idleOf = (resource: Resource) => (row: ListedNode) =>
  row.view[resource].idleNextHour ?? row.view[resource].idleNow;

export const NODE_LIST_SPEC = {
  pageSize: 25,
  parts: (row: ListedNode) => [row],
  namespaceOf: () => undefined,
  filters: {
    q: hasWords<ListedNode, ListedNode>(({ text }) => text),
    state: isValue(stateOf),
  },
  tallies: { state: countBy(stateOf) },
  sorts: {
    name: ({ nameKey }) => nameKey,
    cpu: idleOf('cpu'),
    memory: idleOf('memory'),
    pods: ({ view }) => view.pods.online + view.pods.batch,
    confidence: ({ view }) => view.confidence,
  },
} satisfies ListSpec<
  ListedNode,
  ListedNode,
  Record<'state', ReturnType<typeof countBy<ListedNode, ListedNode>>>
>;

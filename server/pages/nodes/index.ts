import {
  NODE_WORDS,
  type NodeDetail,
  type NodePageView,
  type NodesView,
  type NodeTotals,
} from '../../contract/nodes';
import type { WorkloadSummary } from '../../contract/recommendations';
import type { Both } from '../../decide/pods/money/price';
import { inSlices, type Sliced } from '../../lib/time/slices';
import type { NodesHandle, PodOfNode } from '../../nodes/handle';
import type { Resource } from '../../objects/units';
import type { RecommenderHandle } from '../../recommender/handle';
import type { PodChange } from '../../recommender/views/costs';
import { JudgedRows } from '../judged-rows';
import { type ListRequest, readListQuery } from '../list-query';
import { Newest } from '../newest';
import type { PagesParts } from '../parts';
import type { AnswerDeadline } from '../patience';
import type { Sheet } from '../sheet';
import { KNOWN_OF_NODES, type ListedNode, listedNodes, NODE_LIST_SPEC } from './node-list';
import { addTo, type Changes, leftOn, neededPodKey, podSize, requestedOn } from './node-needs';

/** The nodes of one revision. */
interface Nodes {
  readonly sheet: Sheet<ListedNode>;
  readonly totals: Record<Resource, NodeTotals>;
  readonly needs: NodesView['needs'];
  /** What each pod would request more or less; absent without a recommender. */
  readonly changes: Changes | undefined;
}

interface Summaries {
  readonly summaries: readonly WorkloadSummary[];
  readonly revision: number;
}

type Known = Pick<NodesHandle, 'list' | 'revision' | 'publishing' | 'podsOn'>;

const NO_CHANGES: Changes = new Map();

/** One node with what fits on it now, and once all recommendations were applied; only now without `changes`. */
function nodePage(node: NodeDetail, pods: readonly PodOfNode[], changes: Changes | undefined): NodePageView {
  const sumWith = (applied: Changes): Both => {
    const sum = { cpu: 0, memory: 0 };
    for (const pod of pods) addTo(sum, podSize(pod, applied));
    return sum;
  };
  const fits = (requested: Both) => leftOn(node, { ...requested, pods: pods.length });
  const now = { fits: fits(sumWith(NO_CHANGES)) };
  if (!changes) return { ...node, now };
  const target = sumWith(changes);
  return {
    ...node,
    now,
    applied: { target, fits: fits(target) },
    heaviest: node.heaviest.map((pod) => {
      const change = changes.get(neededPodKey(pod));
      return change ? { ...pod, target: podSize(pod, changes) } : pod;
    }),
  };
}

/** What is known of nodes, and what their pods would request once every recommendation were applied. */
export class NodePages {
  private readonly newest = new Newest<Nodes>();
  private readonly changes: JudgedRows<WorkloadSummary, readonly PodChange[]>;

  constructor(
    private readonly parts: Pick<PagesParts, 'handles' | 'problems'>,
    private readonly summaries: (patience: AnswerDeadline) => Promise<Summaries>,
    private readonly patience: () => AnswerDeadline,
  ) {
    this.changes = new JudgedRows(parts.problems.by('nodes'));
  }

  /** @throws AppError `bad-request` naming the invalid parameters */
  async list(nodes: Known, asked: ListRequest): Promise<NodesView> {
    const query = readListQuery(asked, NODE_WORDS, { known: KNOWN_OF_NODES });
    const patience = this.patience();
    const { sheet, totals, needs } = await this.known(nodes, patience);
    const list = await sheet.page(NODE_LIST_SPEC, query, patience);
    return {
      ...list,
      rows: list.rows.map(({ row }) => row.view),
      totals,
      needs,
      publishing: nodes.publishing,
    };
  }

  /** One node, and what would become of it; undefined if it does not exist. */
  async page(nodes: Known & Pick<NodesHandle, 'detail'>, name: string): Promise<NodePageView | undefined> {
    const node = nodes.detail(name);
    if (!node) return undefined;
    const { changes } = await this.known(nodes, this.patience());
    return nodePage(node, [...nodes.podsOn(name)], changes);
  }

  private async known(nodes: Known, patience: AnswerDeadline): Promise<Nodes> {
    const { recommender } = this.parts.handles;
    const { summaries, revision } = await this.summaries(patience);
    return this.newest.of(
      `${nodes.revision} ${revision}`,
      (former) => inSlices(this.listing(nodes, recommender && { recommender, summaries }, former?.sheet)),
      patience,
    );
  }

  private *listing(
    { list, podsOn }: Known,
    recommending:
      | { recommender: Pick<RecommenderHandle, 'podChangesOf'>; summaries: readonly WorkloadSummary[] }
      | undefined,
    former: Sheet<ListedNode> | undefined,
  ): Sliced<Nodes> {
    const views = list();
    const now = yield* requestedOn(views, podsOn, new Map());
    if (!recommending)
      return {
        ...(yield* listedNodes(views, undefined, former)),
        needs: { now: now.needs },
        changes: undefined,
      };
    const { recommender, summaries } = recommending;
    const judged = yield* this.changes.judging(summaries, ({ namespace, name }) =>
      recommender.podChangesOf(namespace, name),
    );
    const changes = yield* changesBy(judged);
    const applied = yield* requestedOn(views, podsOn, changes);
    const listed = yield* listedNodes(views, applied.byNode, former);
    return { ...listed, needs: { now: now.needs, applied: applied.needs }, changes };
  }
}

function* changesBy(judged: readonly (readonly PodChange[])[]): Sliced<Changes> {
  const changes = new Map<string, PodChange['change']>();
  for (const pods of judged) {
    for (const pod of pods) changes.set(neededPodKey(pod), pod.change);
    yield;
  }
  return changes;
}

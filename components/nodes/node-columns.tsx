import type { NodeRow } from '@/server/contract/nodes';
import { countOf } from '@/server/words/counts';
import { NODE_STATES } from '@/server/words/nodes';
import { formatDuration } from '@/server/words/times';
import shared from '../layout/shared.module.css';
import type { Column } from '../lists/list-table';
import Link from '../navigation/link';
import { nodeHref } from '../navigation/pages';
import { IdleCell } from './idle-cell';
import type { NodeSort } from './node-list';
import classes from './node-table.module.css';
import { NODE_STATE_LABELS, sourceWords } from './node-words';

const DAY_MS = 86_400_000;
const IDLE_HINT = 'Sort by what is idle for the next hour, or now while that is unknown';

/** The columns of the nodes. What is unknown of both resources is said once, across both. */
export const NODE_COLUMNS: readonly Column<NodeRow, never, NodeSort>[] = [
  {
    key: 'name',
    label: 'Node',
    sort: 'name',
    className: classes.name,
    isRowHeading: true,
    cell: (node) => <NameCell node={node} />,
  },
  {
    key: 'cpu',
    label: 'Idle CPU',
    sort: 'cpu',
    descendingFirst: true,
    hint: IDLE_HINT,
    className: classes.cpu,
    part: (_, node) =>
      node.cpu.idleNow === undefined
        ? { span: 2, className: classes.unknown, content: NODE_STATES[node.state] }
        : {
            span: 1,
            className: classes.cpu,
            content: <IdleCell resource="cpu" view={node.cpu} target={node.target?.cpu} />,
          },
  },
  {
    key: 'memory',
    label: 'Idle memory',
    sort: 'memory',
    descendingFirst: true,
    hint: IDLE_HINT,
    className: classes.memory,
    part: (_, node) => <IdleCell resource="memory" view={node.memory} target={node.target?.memory} />,
  },
  {
    key: 'pods',
    label: 'Running pods',
    sort: 'pods',
    descendingFirst: true,
    className: classes.pods,
    cell: ({ pods }) => (
      <>
        {countOf(pods.online, 'online pod')}
        <span className={shared.under}>{sourceWords(pods)}</span>
        {pods.batch > 0 && <span className={shared.under}>and {countOf(pods.batch, 'batch pod')}</span>}
      </>
    ),
  },
  {
    key: 'confidence',
    label: 'History',
    sort: 'confidence',
    descendingFirst: true,
    hint: 'How long this process has learned the node, if a sample came every minute',
    className: classes.confidence,
    cell: ({ confidence }) => (confidence > 0 ? formatDuration(confidence * DAY_MS) : 'none yet'),
  },
];

function NameCell({ node }: { node: NodeRow }) {
  const { name, state, isCordoned, published } = node;
  return (
    <>
      <Link href={nodeHref(name)} className={shared.link}>
        {name}
      </Link>
      {state !== 'known' && (
        <span className={classes.state} data-state={state}>
          {NODE_STATE_LABELS[state]}
        </span>
      )}
      {isCordoned && <span className={shared.under}>closed to new pods</span>}
      {published && <span className={shared.under}>idle published</span>}
    </>
  );
}

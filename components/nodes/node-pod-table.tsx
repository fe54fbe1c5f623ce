import type { NodePageView } from '@/server/contract/nodes';
import type { Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import { countOf, formatShare } from '@/server/words/counts';
import { USAGE_SOURCES } from '@/server/words/nodes';
import shared from '../layout/shared.module.css';
import { FactTable } from '../lists/fact-table';
import classes from '../lists/fact-table.module.css';
import { requestWords } from './needs-words';

type PodRow = NodePageView['heaviest'][number];

/** The running pods that weigh most on a node. */
export function NodePodTable({ node }: { node: NodePageView }) {
  const { heaviest, morePods } = node;
  if (heaviest.length === 0) return <p className={shared.soft}>No pod runs on it.</p>;
  return (
    <>
      <FactTable
        label="Pods of the node"
        headings={[
          'Pod',
          'Namespace',
          'CPU, share of the node',
          'Memory, share of the node',
          'CPU request → target',
          'Memory request → target',
          'Usage',
        ]}
      >
        {heaviest.map((pod) => (
          <tr key={`${pod.namespace}/${pod.name}`}>
            <th scope="row" className={classes.name}>
              {pod.name}
            </th>
            <td>{pod.namespace}</td>
            <Counted resource="cpu" pod={pod} node={node} />
            <Counted resource="memory" pod={pod} node={node} />
            <Requested resource="cpu" pod={pod} />
            <Requested resource="memory" pod={pod} />
            <td>
              {USAGE_SOURCES[pod.source]}
              {pod.isBatch && ', batch: uses what is idle'}
            </td>
          </tr>
        ))}
      </FactTable>
      {morePods > 0 && <p className={shared.soft}>and {countOf(morePods, 'lighter pod')}.</p>}
    </>
  );
}

function Counted({ resource, pod, node }: { resource: Resource; pod: PodRow; node: NodePageView }) {
  const { allocatable } = node[resource];
  const counted = pod.counted[resource];
  return (
    <td>
      {formatAmount(resource, counted)}
      {allocatable ? ` (${formatShare(counted / allocatable)})` : ''}
    </td>
  );
}

function Requested({ resource, pod }: { resource: Resource; pod: PodRow }) {
  return <td>{requestWords(resource, pod)}</td>;
}

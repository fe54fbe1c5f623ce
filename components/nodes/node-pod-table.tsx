import type { Resource } from '@/server/model/units';
import type { NodeDetail, NodePodView } from '@/server/nodes/views';
import { formatAmount } from '@/server/words/amounts';
import { countOf, formatShare } from '@/server/words/counts';
import { USAGE_SOURCES } from '@/server/words/nodes';
import { ScrollRegion } from '../layout/scroll-region';
import classes from '../lists/fact-table.module.css';

/** The running pods that weigh most on a node. */
export function NodePodTable({ node }: { node: NodeDetail }) {
  const { heaviest, morePods } = node;
  if (heaviest.length === 0) return <p className={classes.nothing}>No pod runs on it.</p>;
  return (
    <>
      <ScrollRegion label="Pods of the node">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" className={classes.name}>
                Pod
              </th>
              <th scope="col">Namespace</th>
              <th scope="col">CPU, share of the node</th>
              <th scope="col">Memory, share of the node</th>
              <th scope="col">CPU requested</th>
              <th scope="col">Memory requested</th>
              <th scope="col">Usage</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </ScrollRegion>
      {morePods > 0 && <p className={classes.nothing}>and {countOf(morePods, 'lighter pod')}.</p>}
    </>
  );
}

function Counted({ resource, pod, node }: { resource: Resource; pod: NodePodView; node: NodeDetail }) {
  const { allocatable } = node[resource];
  const counted = pod.counted[resource];
  return (
    <td>
      {formatAmount(resource, counted)}
      {allocatable ? ` (${formatShare(counted / allocatable)})` : ''}
    </td>
  );
}

function Requested({ resource, pod }: { resource: Resource; pod: NodePodView }) {
  const requested = pod.requested[resource];
  return <td>{requested === undefined ? 'none' : formatAmount(resource, requested)}</td>;
}

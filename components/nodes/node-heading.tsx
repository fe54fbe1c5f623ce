import type { NodeDetail } from '@/server/contract/nodes';
import { formatAmount } from '@/server/words/amounts';
import { confidenceWords, countOf } from '@/server/words/counts';
import { ObjectHeading } from '../layout/object-heading';
import { TimeAgo } from '../live/time-ago';
import { sourceWords } from './node-words';

/** Who it is, what its numbers are based on, and what it publishes. */
export function NodeHeading({ node, nowMs }: { node: NodeDetail; nowMs: number }) {
  const { name, pods, isCordoned, measuredMs, sinceMs, confidence, published } = node;
  const source = sourceWords(pods);
  return (
    <ObjectHeading crumbs={[{ href: '/savings/nodes', label: 'Nodes' }]} title={name}>
      <span>
        {countOf(pods.online, 'online pod')}
        {source && `: ${source}`}
      </span>
      {pods.batch > 0 && <span>{countOf(pods.batch, 'batch pod')}</span>}
      {isCordoned && <span>closed to new pods</span>}
      {measuredMs !== undefined && (
        <span>
          measured <TimeAgo atMs={measuredMs} nowMs={nowMs} />
        </span>
      )}
      {sinceMs !== undefined && (
        <span>
          learned since <TimeAgo atMs={sinceMs} nowMs={nowMs} />, {confidenceWords(confidence)}
        </span>
      )}
      <span>
        {published
          ? `publishes ${formatAmount('cpu', published.cpuMillicores)} and ${formatAmount('memory', published.memoryBytes)} as idle`
          : 'publishes nothing'}
      </span>
    </ObjectHeading>
  );
}

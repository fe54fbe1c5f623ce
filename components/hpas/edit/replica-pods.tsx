import type { ReplicaAmounts } from '@/server/contract/operations';
import { countOf } from '@/server/words/counts';
import { FromTo } from '../../changes/from-to';
import shared from '../../layout/shared.module.css';
import { replicaLines } from './replica-lines';

interface ReplicaPodsProps {
  from: number;
  to: number;
  replica: readonly ReplicaAmounts[];
}

/** Which pods start or go, and what all of them state together, container by container. */
export function ReplicaPods({ from, to, replica }: ReplicaPodsProps) {
  return (
    <>
      <p>{podsWords(from, to)}</p>
      {from !== to && replica.length > 0 && (
        <ul className={shared.list} aria-label="What all pods state">
          {replicaLines(replica, from, to).map(({ what, from: before, to: after, each }) => (
            <li key={what}>
              <FromTo what={what} from={before} to={after} /> <span className={shared.quiet}>{each}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function podsWords(from: number, to: number): string {
  if (to > from) return `${countOf(to - from, 'pod starts', 'pods start')} beside those that run. In all:`;
  if (to < from)
    return `${countOf(from - to, 'pod goes', 'pods go')}: those that are not ready first, then the youngest. In all:`;
  return 'No pod starts or goes now.';
}

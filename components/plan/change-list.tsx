import type { ContainerChange } from '@/server/contract/plan';
import { FromTo } from '../changes/from-to';
import { plannedChangeLines } from './change-words';

/** Requests and limits before and after, per container and resource. */
export function ChangeList({ changes }: { changes: readonly ContainerChange[] }) {
  return (
    <ul>
      {plannedChangeLines(changes).map(({ container, resource, from, to, direction }) => (
        <li key={`${container} ${resource}`}>
          <FromTo what={`${container} ${resource}`} from={from} to={to} direction={direction} />
        </li>
      ))}
    </ul>
  );
}

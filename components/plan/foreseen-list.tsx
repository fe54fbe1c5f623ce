import type { ForeseenVpa } from '@/server/contract/operations';
import { ScrollRegion } from '../layout/scroll-region';
import { type ChangeGroup, ChangeGroups } from './change-groups';
import classes from './foreseen-list.module.css';

interface ForeseenListProps {
  label: string;
  vpas: readonly (Pick<ForeseenVpa, 'namespace' | 'name' | 'updateMode'> & {
    readonly groups: readonly ChangeGroup[];
  })[];
}

/** What happens to the pods of several VPAs, with the amounts. */
export function ForeseenList({ label, vpas }: ForeseenListProps) {
  if (vpas.length === 0) return null;
  return (
    <ScrollRegion label={label} className={classes.region}>
      <ul className={classes.list}>
        {vpas.map(({ namespace, name, updateMode, groups }) => (
          <li key={`${namespace}/${name}`}>
            <strong>
              {namespace}/{name}
            </strong>
            <ChangeGroups groups={groups} mode={updateMode} />
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}

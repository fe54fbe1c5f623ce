import type { ForeseenVpa } from '@/server/contract/operations';
import { DialogList } from '../layout/dialog-list';
import shared from '../layout/shared.module.css';
import { type ChangeGroup, ChangeGroups } from './change-groups';

interface ForeseenListProps {
  label: string;
  vpas: readonly (Pick<ForeseenVpa, 'namespace' | 'name' | 'updateMode'> & {
    readonly groups: readonly ChangeGroup[];
  })[];
}

export function ForeseenList({ label, vpas }: ForeseenListProps) {
  if (vpas.length === 0) return null;
  return (
    <DialogList label={label}>
      {vpas.map(({ namespace, name, updateMode, groups }) => (
        <li key={`${namespace}/${name}`}>
          <strong>
            {namespace}/{name}
          </strong>
          {groups.length > 0 ? (
            <ChangeGroups groups={groups} mode={updateMode} />
          ) : (
            <span className={shared.quiet}>: mode {updateMode}, the next pass changes no pod</span>
          )}
        </li>
      ))}
    </DialogList>
  );
}

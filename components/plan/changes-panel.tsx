import type { PlannedPods } from '@/server/contract/plan';
import { countOf } from '@/server/words/counts';
import { ChangeList } from './change-list';
import classes from './changes-panel.module.css';
import { canaryWords, howWords } from './how-words';
import { useAllPods } from './use-all-pods';

interface ChangesPanelProps {
  namespace: string;
  name: string;
  /** Which of its pods are told of. */
  of: (group: PlannedPods) => boolean;
}

const MOST_NAMED = 20;

/** Container by container what pods state now and after, and pod by pod how they get it. */
export function ChangesPanel({ namespace, name, of }: ChangesPanelProps) {
  const { plan, mode } = useAllPods(namespace, name);
  if (!plan) return <p className={classes.soft}>Reading the plan …</p>;
  const groups = plan.filter((group) => of(group) && group.changes.length > 0);
  if (groups.length === 0) return <p className={classes.soft}>Nothing waits there any more.</p>;
  const canary = canaryWords(groups);
  return (
    <div>
      {groups.map((group) => {
        const others = group.count - Math.min(group.pods.length, MOST_NAMED);
        return (
          <div key={group.key} className={classes.group}>
            <ChangeList changes={group.changes} />
            <ul className={classes.pods} aria-label="Pods">
              {group.pods.slice(0, MOST_NAMED).map((pod) => (
                <li key={pod.uid}>
                  <span className={classes.pod}>{pod.name}</span>{' '}
                  <span className={classes.soft}>{howWords(group.decision, mode)}</span>
                </li>
              ))}
              {others > 0 && <li className={classes.soft}>and {countOf(others, 'more pod')}, alike</li>}
            </ul>
          </div>
        );
      })}
      {canary && <p className={classes.soft}>{canary}</p>}
    </div>
  );
}

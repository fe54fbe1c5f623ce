import type { PlannedPods } from '@/server/contract/plan';
import { countOf } from '@/server/words/counts';
import classes from './change-groups.module.css';
import { ChangeList } from './change-list';
import { canaryWords, howWords } from './how-words';

/** Pods that change alike, as the plan has them. */
export type ChangeGroup = Pick<PlannedPods, 'decision' | 'count'> & {
  readonly reasons: readonly Pick<PlannedPods['reasons'][number], 'code'>[];
  readonly changes: PlannedPods['changes'];
  readonly pods: readonly { readonly name: string }[];
};

const MOST_NAMED = 20;

/** Container by container what pods state now and after, and pod by pod how they get it. */
export function ChangeGroups({ groups, mode }: { groups: readonly ChangeGroup[]; mode: string }) {
  const canary = canaryWords(groups);
  return (
    <div>
      {groups.map(({ decision, count, changes, pods }) => {
        const others = count - Math.min(pods.length, MOST_NAMED);
        return (
          <div key={`${decision} ${pods[0]?.name}`} className={classes.group}>
            <ChangeList changes={changes} />
            <ul className={classes.pods} aria-label="Pods">
              {pods.slice(0, MOST_NAMED).map(({ name }) => (
                <li key={name}>
                  <span className={classes.pod}>{name}</span>{' '}
                  <span className={classes.soft}>{howWords(decision, mode)}</span>
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

import type { EffectView } from '@/server/contract/operations';
import classes from '../edit/effect-panel.module.css';
import { ChangeGroups } from '../plan/change-groups';
import { NewPodAmounts } from '../plan/new-pods-list';
import { effectLines } from './effect-words';

/** What saving changes, in numbers and pod by pod; nothing while it cannot be saved. */
export function PolicyEffect({ effect }: { effect: EffectView }) {
  if (effect.errors.length > 0) return null;
  const lines = effectLines(effect);
  const { foreseen = [], newPods, after } = effect;
  return (
    <>
      {lines.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <td />
              <th scope="col">Now</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.label}>
                <th scope="row">{line.label}</th>
                <td>{line.before}</td>
                <td className={classes.after}>{line.after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {foreseen.length > 0 && (
        <>
          <h4 className={classes.title}>Its pods, container by container</h4>
          <ChangeGroups groups={foreseen} mode={after.updateMode} />
        </>
      )}
      {newPods && (
        <>
          <h4 className={classes.title}>New pods, container by container</h4>
          <NewPodAmounts newPods={newPods} />
        </>
      )}
    </>
  );
}

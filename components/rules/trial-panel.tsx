import type { ScalingPolicyEffectView } from '@/server/contract/operations';
import { YamlChange } from '../edit/yaml-change';
import { ForeseenList } from '../plan/foreseen-list';
import { conflictWords, OUTCOME_LABELS } from './rule-words';
import classes from './trial-panel.module.css';

/** The workloads that a policy would match now, the first of them by name, and its YAML. */
export function TrialPanel({ effect: { trial, foreseen = [], yaml } }: { effect: ScalingPolicyEffectView }) {
  return (
    <div className={classes.parts}>
      {trial && trial.first.length > 0 && (
        <div>
          <h4 className={classes.title}>Workloads now</h4>
          <ul className={classes.list}>
            {trial.first.map(({ namespace, kind, name, outcome, conflict }) => (
              <li key={`${kind} ${namespace}/${name}`}>
                <strong>
                  {namespace}/{name}
                </strong>{' '}
                <span className={classes.soft}>
                  {kind}, {OUTCOME_LABELS[outcome]}
                  {conflict && `: ${conflictWords(conflict)}`}
                </span>
              </li>
            ))}
          </ul>
          {trial.matched > trial.first.length && (
            <p className={classes.soft}>
              and {(trial.matched - trial.first.length).toLocaleString('en-US')} more
            </p>
          )}
        </div>
      )}
      {foreseen.length > 0 && (
        <div>
          <h4 className={classes.title}>Their pods, container by container</h4>
          <ForeseenList label="What becomes of their pods" vpas={foreseen} />
        </div>
      )}
      {trial && trial.made > 0 && (
        <p className={classes.soft}>
          VPAs that are made recommend nothing yet: what becomes of their pods is known once they have
          learned.
        </p>
      )}
      <YamlChange before={yaml.before} after={yaml.after} />
    </div>
  );
}

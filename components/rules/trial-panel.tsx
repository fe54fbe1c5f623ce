import type { ScalingPolicyEffectView } from '@/server/contract/operations';
import type { RuleEdit } from '@/server/contract/requests/rule-edit';
import { YamlChange } from '../edit/yaml-change';
import { ReplayOfOne } from '../replay/replay-of-one';
import { ChangedPods } from './changed-pods';
import { conflictWords, OUTCOME_LABELS } from './rule-words';
import classes from './trial-panel.module.css';

interface TrialPanelProps {
  effect: ScalingPolicyEffectView;
  /** The place of the policy in the API. */
  path: string;
  edit: RuleEdit | undefined;
}

/** The workloads that a policy would match now, the first of them by name, what becomes of their pods, and its YAML. */
export function TrialPanel({ effect: { trial, foreseen = [], yaml }, path, edit }: TrialPanelProps) {
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
      {trial && foreseen.length > 0 && (
        <ChangedPods path={path} edit={edit} changed={trial.changed} foreseen={foreseen} />
      )}
      {edit?.template && (
        <ReplayOfOne
          vpas={foreseen.map(({ namespace, name }) => ({
            namespace,
            name,
            variants: [{ name: 'As saved' }, { name: 'This edit', edit: edit.template }],
          }))}
        />
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

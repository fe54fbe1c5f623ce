import type { HpaEffectView } from '@/server/contract/operations';
import { countOf } from '@/server/words/counts';
import panelClasses from '../../edit/effect-panel.module.css';
import { YamlChange } from '../../edit/yaml-change';
import { whyNow } from '../why-now';
import classes from './hpa-effect.module.css';

interface Bounds {
  min: number;
  max: number;
}

interface HpaEffectProps {
  effect: HpaEffectView;
  before: Bounds;
  after: Bounds;
}

/** What the HPA would say with these rules, on the pods and metrics of now, and the YAML. */
export function HpaEffect({ effect: { errors, trial, yaml }, before, after }: HpaEffectProps) {
  return (
    <div className={classes.parts}>
      {trial && (
        <div>
          <p className={classes.change}>
            {trial.after.currentReplicas} → <strong>{countOf(trial.after.desiredReplicas, 'replica')}</strong>
          </p>
          <dl className={classes.says}>
            <dt>With these rules</dt>
            <dd>{whyNow(trial.after, after)}</dd>
            <dt>With the rules in force</dt>
            <dd>{whyNow(trial.now, before)}</dd>
          </dl>
        </div>
      )}
      {!trial && errors.length === 0 && (
        <p className={panelClasses.soft}>It cannot be tried: its target cannot be read in this process.</p>
      )}
      <YamlChange before={yaml.before} after={yaml.after} />
    </div>
  );
}

import { Alert } from '@mantine/core';
import type { FieldError } from '@/server/errors';
import type { HpaEffectView } from '@/server/operations/views';
import { countOf } from '@/server/words/counts';
import { ScrollRegion } from '../../layout/scroll-region';
import effectClasses from '../../policy/effect-panel.module.css';
import { whyNow } from '../why-now';
import classes from './hpa-effect.module.css';
import { lineChanges } from './line-changes';

interface Bounds {
  min: number;
  max: number;
}

interface HpaEffectProps {
  edited: boolean;
  effect: HpaEffectView | undefined;
  /** Why the effect is unknown. */
  failure: string | undefined;
  /** Whether an error is about a field that is still empty. */
  isMissing: (error: FieldError) => boolean;
  before: Bounds;
  after: Bounds;
}

/** What saving does: what the HPA would say with these rules, on the pods and metrics of now, and the YAML. */
export function HpaEffect({ edited, effect, failure, ...shown }: HpaEffectProps) {
  return (
    <section className={effectClasses.panel} aria-label="What saving does" aria-live="polite">
      <h3 className={effectClasses.title}>What saving does</h3>
      {!edited && <p className={effectClasses.soft}>Change a field to try it on live data.</p>}
      {edited && failure && (
        <Alert color="danger" title="The effect is unknown">
          {failure}
        </Alert>
      )}
      {edited && !effect && !failure && <p className={effectClasses.soft}>Trying …</p>}
      {edited && effect && <Effect effect={effect} {...shown} />}
    </section>
  );
}

interface EffectProps extends Pick<HpaEffectProps, 'isMissing' | 'before' | 'after'> {
  effect: HpaEffectView;
}

function Effect({ effect, isMissing, before, after }: EffectProps) {
  const { statements, warnings, errors, trial, yaml } = effect;
  const wrong = errors.filter((error) => !isMissing(error));
  const missing = errors.filter(isMissing);
  return (
    <div className={classes.parts}>
      {missing.length > 0 && (
        <p className={effectClasses.soft}>Still empty: {missing.map(({ field }) => field).join(', ')}.</p>
      )}
      {wrong.length > 0 && (
        <Alert color="danger" title="The API server refuses this">
          <ul className={effectClasses.list}>
            {wrong.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                {field}: {message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {errors.length === 0 && statements.length > 0 && (
        <ul className={effectClasses.list}>
          {statements.map((statement) => (
            <li key={statement}>{statement}</li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <div className={effectClasses.warning} role="note">
          <strong>Check this before you save:</strong>
          <ul className={effectClasses.list}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      {trial && (
        <div className={classes.trial}>
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
        <p className={effectClasses.soft}>It cannot be tried: its target cannot be read in this process.</p>
      )}
      <YamlChange before={yaml.before} after={yaml.after} />
    </div>
  );
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

function YamlChange({ before, after }: { before: string; after: string }) {
  if (before === after) return null;
  return (
    <ScrollRegion label="Difference of the YAML" className={classes.yaml}>
      <pre>
        {lineChanges(before, after).map(({ kind, text }, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and are never moved.
          <span key={line} className={classes.code} data-kind={kind}>
            {SIGNS[kind]} {text}
            {'\n'}
          </span>
        ))}
      </pre>
    </ScrollRegion>
  );
}

import { Alert } from '@mantine/core';
import type { FieldError } from '@/server/errors';
import type { EffectView } from '@/server/operations/views';
import classes from './effect-panel.module.css';
import { effectLines } from './effect-words';

interface EffectPanelProps {
  edited: boolean;
  effect: EffectView | undefined;
  /** Why the effect could not be computed. */
  failure: string | undefined;
  /** Whether an error is about a field that is still empty. */
  isMissing: (error: FieldError) => boolean;
}

/** The effect of saving, in sentences first, then in numbers. */
export function EffectPanel({ edited, effect, failure, isMissing }: EffectPanelProps) {
  const errors = edited ? (effect?.errors ?? []) : [];
  const wrong = errors.filter((error) => !isMissing(error));
  const missing = errors.filter(isMissing);
  return (
    <section className={classes.panel} aria-label="What saving does" aria-live="polite">
      <h3 className={classes.title}>What saving does</h3>
      {!edited && <p className={classes.soft}>Change a field to see the effect.</p>}
      {edited && !effect && !failure && <p className={classes.soft}>Computing …</p>}
      {edited && failure && (
        <Alert color="danger" title="The effect cannot be computed">
          {failure}
        </Alert>
      )}
      {missing.length > 0 && (
        <p className={classes.soft}>
          Still empty: {missing.map(({ field, message }) => `${field} (${message})`).join(', ')}.
        </p>
      )}
      {wrong.length > 0 && (
        <Alert color="danger" title="This cannot be saved">
          <ul className={classes.list}>
            {wrong.map((error) => (
              <li key={error.field}>
                {error.field}: {error.message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {edited && effect && errors.length === 0 && <Effect effect={effect} />}
    </section>
  );
}

function Effect({ effect }: { effect: EffectView }) {
  const lines = effectLines(effect);
  return (
    <>
      <ul className={classes.list}>
        {effect.statements.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
      {effect.warnings.length > 0 && (
        <div className={classes.warning} role="note">
          <strong>Check this before you save:</strong>
          <ul className={classes.list}>
            {effect.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
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
    </>
  );
}

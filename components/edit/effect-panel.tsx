import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import shared from '../layout/shared.module.css';
import classes from './effect-panel.module.css';
import type { EditAnswer, EditState } from './use-edit';

interface EffectPanelProps<Answer extends EditAnswer> {
  editing: EditState<Answer>;
  /** Fields of the request that people know by no name; the messages about them say all. */
  unnamed?: readonly string[];
  /** The effect in numbers. */
  children: (effect: Answer) => ReactNode;
}

/** The effect of saving, in sentences first, then in numbers. */
export function EffectPanel<Answer extends EditAnswer>({
  editing,
  unnamed = [],
  children,
}: EffectPanelProps<Answer>) {
  const { effect, failure, errors, isMissing } = editing;
  const isEdited = editing.edit !== undefined;
  const wrong = errors.filter((error) => !isMissing(error));
  const missing = errors.filter(isMissing);
  return (
    <section className={classes.panel} aria-label="What saving does" aria-live="polite">
      <h3 className={classes.title}>What saving does</h3>
      {!isEdited && <p className={shared.quiet}>Change a field to see the effect.</p>}
      {isEdited && !effect && !failure && <p className={shared.quiet}>Computing …</p>}
      {isEdited && failure && (
        <Alert color="danger" title="The effect cannot be computed">
          {failure}
        </Alert>
      )}
      {missing.length > 0 && (
        <p className={shared.quiet}>
          Still empty: {missing.map(({ field, message }) => `${field} (${message})`).join(', ')}.
        </p>
      )}
      {wrong.length > 0 && (
        <Alert color="danger" title="This cannot be saved">
          <ul className={classes.list}>
            {wrong.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                {unnamed.includes(field) ? message : `${field}: ${message}`}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {isEdited && effect && errors.length === 0 && <Sentences {...effect} />}
      {isEdited && effect && children(effect)}
    </section>
  );
}

function Sentences({ statements, warnings }: Pick<EditAnswer, 'statements' | 'warnings'>) {
  return (
    <>
      {statements.length > 0 && (
        <ul className={classes.list}>
          {statements.map((statement) => (
            <li key={statement}>{statement}</li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <div className={classes.warning} role="note">
          <strong>Check this before you save:</strong>
          <ul className={classes.list}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

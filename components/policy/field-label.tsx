import type { PolicyField } from '@/server/policy/fields/field';
import classes from './field-label.module.css';

/** What a field is for, and under it how the API names it. */
export function FieldLabel({ label, path }: Pick<PolicyField, 'label' | 'path'>) {
  return (
    <>
      {label} <code className={classes.path}>{path}</code>
    </>
  );
}

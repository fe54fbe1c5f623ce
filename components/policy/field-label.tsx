import type { PolicyField } from '@/server/contract/policy-fields';
import classes from './field-label.module.css';

/** The label of a field, and below it its name in the API. */
export function FieldLabel({ label, path }: Pick<PolicyField, 'label' | 'path'>) {
  return (
    <>
      {label} <code className={classes.path}>{path}</code>
    </>
  );
}

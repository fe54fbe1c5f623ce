import type { PolicyField } from '@/server/contract/policy-fields';
import shared from '../layout/shared.module.css';

/** The label of a field, and below it its name in the API. */
export function FieldLabel({ label, path }: Pick<PolicyField, 'label' | 'path'>) {
  return (
    <>
      {label} <code className={`${shared.breaks} ${shared.under}`}>{path}</code>
    </>
  );
}

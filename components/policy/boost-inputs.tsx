import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { BOOST_FIELDS, type UsualPolicy } from '@/server/contract/policy-fields';
import classes from '../edit/fieldset.module.css';
import shared from '../layout/shared.module.css';
import { FieldInput } from './field-input';
import { FieldLabel } from './field-label';
import type { PolicyFields } from './form-values';

interface BoostInputsProps {
  form: UseFormReturnType<PolicyFields>;
  /** The boost's place in the form: `boost`, `containers.0.boost`. */
  at: string;
  kind: string;
  none: string;
  usual: UsualPolicy;
}

const [KIND, ...AMOUNTS] = BOOST_FIELDS;

/** More CPU while containers start: none, times a factor, or plus an amount; and for how long. */
export function BoostInputs({ form, at, kind, none, usual }: BoostInputsProps) {
  return (
    <div className={classes.pair}>
      <Select
        className={shared.wide}
        label={<FieldLabel label={KIND.label} path="startupBoost.cpu" />}
        allowDeselect={false}
        data={[{ value: 'none', label: none }, ...KIND.choices]}
        {...form.getInputProps(`${at}.${KIND.place}`)}
      />
      {AMOUNTS.filter((field) => ('of' in field ? field.of === kind : kind !== 'none')).map((field) => (
        <FieldInput key={field.place} field={field} form={form} at={`${at}.`} usual={usual} />
      ))}
    </div>
  );
}

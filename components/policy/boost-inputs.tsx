import { NumberInput, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { BoostFields } from './boost-values';
import classes from './container-policy-fields.module.css';
import type { PolicyFields } from './form-values';

interface BoostInputsProps {
  form: UseFormReturnType<PolicyFields>;
  /** Where the boost stands in the form: `boost`, `containers.0.boost`. */
  at: string;
  kind: BoostFields['kind'];
  /** What having none means here. */
  none: string;
}

/** More CPU while containers start: none, times a factor, or plus an amount; and for how long. */
export function BoostInputs({ form, at, kind, none }: BoostInputsProps) {
  return (
    <div className={classes.pair}>
      <Select
        size="sm"
        className={classes.wide}
        label="CPU while starting"
        allowDeselect={false}
        data={[
          { value: 'none', label: none },
          { value: 'Factor', label: 'Times a factor' },
          { value: 'Quantity', label: 'Plus an amount' },
        ]}
        {...form.getInputProps(`${at}.kind`)}
      />
      {kind === 'Factor' && (
        <NumberInput
          size="sm"
          label="Factor"
          placeholder="such as 2"
          description="a whole number, 1 or more"
          {...form.getInputProps(`${at}.factor`)}
        />
      )}
      {kind === 'Quantity' && (
        <TextInput
          size="sm"
          label="Amount of CPU"
          placeholder="such as 500m"
          description="added to the recommendation"
          {...form.getInputProps(`${at}.quantity`)}
        />
      )}
      {kind !== 'none' && (
        <NumberInput
          size="sm"
          label="Stays for"
          placeholder="0 s"
          suffix=" s"
          description="counted from when the pod is ready"
          {...form.getInputProps(`${at}.durationSeconds`)}
        />
      )}
    </div>
  );
}

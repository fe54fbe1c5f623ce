import { NumberInput, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { PolicyField, UsualPolicy } from '@/server/contract/policy-fields';
import { FieldLabel } from './field-label';
import type { PolicyFields } from './form-values';

interface FieldInputProps {
  field: PolicyField;
  form: UseFormReturnType<PolicyFields>;
  /** The path of its object in the form: `containers.0.`; empty for the VPA itself. */
  at: string;
  usual: UsualPolicy;
}

export function FieldInput({ field, form, at, usual }: FieldInputProps) {
  const { kind, help, unit, choices, empty } = field;
  const label = <FieldLabel {...field} />;
  const shared = { label, description: help, placeholder: empty?.(usual), size: 'sm' } as const;
  const input = form.getInputProps(`${at}${field.place}`);
  switch (kind) {
    case 'whole':
      return <NumberInput {...shared} suffix={unit && ` ${unit}`} {...input} />;
    case 'quantity':
      return <TextInput {...shared} {...input} />;
    case 'choice':
    case 'resources':
      return <Select {...shared} allowDeselect={false} data={choices} {...input} />;
    case 'boost':
    case 'requirements':
      return null;
  }
}

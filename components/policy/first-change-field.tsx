import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FieldLabel } from './field-label';
import type { PolicyFields } from './form-values';

/** How long a young VPA changes nothing. */
export function FirstChangeField({ form }: { form: UseFormReturnType<PolicyFields> }) {
  return (
    <TextInput
      size="sm"
      label={<FieldLabel label="Time before the first change" path="plumbline.dev/first-change-after" />}
      description="For so long after the VPA was created nothing is changed, such as 24h or 7d."
      placeholder="No wait"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps('firstChangeAfter')}
    />
  );
}

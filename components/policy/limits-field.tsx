import { Autocomplete } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FieldLabel } from './field-label';
import type { PolicyFields } from './form-values';

/** What becomes of limits as requests change. */
export function LimitsField({ form }: { form: UseFormReturnType<PolicyFields> }) {
  return (
    <Autocomplete
      size="sm"
      label={<FieldLabel label="Limits of CPU and memory" path="plumbline.dev/limits" />}
      description="In proportion to requests, as pods state them, in proportion up to maxAllowed, or limits alone while requests stay; for one resource such as cpu=as-stated."
      placeholder="In proportion"
      data={['as-stated', 'up-to-max', 'limits-only', 'cpu=as-stated', 'memory=as-stated']}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps('limits')}
    />
  );
}

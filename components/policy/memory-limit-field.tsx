import { Checkbox, Select, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FieldLabel } from './field-label';
import type { PolicyFields } from './form-values';

/** What the form offers of the annotation `plumbline.dev/memory-limit`. */
interface LimitChoices {
  readonly isApart: boolean;
  readonly setsMissing: boolean;
  readonly allowsBurstable: boolean;
}

function limitChoices(text: string): LimitChoices {
  const words = text.split(/[\s,]+/);
  return {
    isApart: !words.includes('in-proportion'),
    setsMissing: words.includes('set-missing'),
    allowsBurstable: words.includes('allow-burstable'),
  };
}

/** Empty for what counts without the annotation. */
function limitWords({ isApart, setsMissing, allowsBurstable }: LimitChoices): string {
  if (!isApart) return 'in-proportion';
  const words = [setsMissing && 'set-missing', allowsBurstable && 'allow-burstable'];
  return words.filter((word) => word !== false).join(', ');
}

export function MemoryLimitField({ form }: { form: UseFormReturnType<PolicyFields> }) {
  const chosen = limitChoices(form.values.memoryLimit);
  const set = (change: Partial<typeof chosen>) =>
    form.setFieldValue('memoryLimit', limitWords({ ...chosen, ...change }));
  return (
    <Stack gap="xs">
      <Select
        label={<FieldLabel label="Memory limits" path="plumbline.dev/memory-limit" />}
        description={
          chosen.isApart
            ? 'Requests are what is enough for most of the time; limits hold the peak, where the recommender knows it.'
            : 'Limits keep their proportion to requests, which hold the peak.'
        }
        data={[
          { value: 'apart', label: 'Apart from requests' },
          { value: 'in-proportion', label: 'In proportion to requests' },
        ]}
        value={chosen.isApart ? 'apart' : 'in-proportion'}
        onChange={(value) => set({ isApart: value !== 'in-proportion' })}
        allowDeselect={false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={form.errors.memoryLimit}
      />
      <Checkbox
        label="Set a limit where containers have none"
        description="They are killed above it."
        checked={chosen.setsMissing}
        disabled={!chosen.isApart}
        onChange={({ currentTarget }) => set({ setsMissing: currentTarget.checked })}
      />
      <Checkbox
        label="Guaranteed pods may become Burstable"
        description="Under memory pressure of their node they go before Guaranteed ones. Each pod is replaced once."
        checked={chosen.allowsBurstable}
        disabled={!chosen.isApart}
        onChange={({ currentTarget }) => set({ allowsBurstable: currentTarget.checked })}
      />
    </Stack>
  );
}

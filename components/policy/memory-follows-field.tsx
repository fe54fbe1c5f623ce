import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FieldLabel } from './field-label';
import type { PolicyFields } from './form-values';

const FOLLOWED = [
  { value: 'usage', label: 'What containers use' },
  { value: 'rss', label: 'What they use without page cache' },
  { value: 'heap', label: 'What is live in their heaps' },
];

export function MemoryFollowsField({ form }: { form: UseFormReturnType<PolicyFields> }) {
  const { memoryFollows } = form.values;
  return (
    <Select
      size="sm"
      label={<FieldLabel label="Memory follows" path="plumbline.dev/memory-follows" />}
      description="All but usage is known from Prometheus alone; until it is, and after an OOM kill, memory follows usage."
      data={FOLLOWED}
      value={memoryFollows || 'usage'}
      onChange={(value) => form.setFieldValue('memoryFollows', value === 'usage' ? '' : (value ?? ''))}
      allowDeselect={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={form.errors.memoryFollows}
    />
  );
}

import { Autocomplete } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { countOf } from '@/server/words/counts';
import { useNodeLabels } from '../api/recommenders';
import { FieldLabel } from './field-label';
import type { PolicyFields } from './form-values';

interface ScopeFieldProps {
  form: UseFormReturnType<PolicyFields>;
}

const MOST_SHOWN = 30;

/** The label of nodes that makes groups of the pods, with the labels that nodes have as suggestions. */
export function ScopeField({ form }: ScopeFieldProps) {
  const { data } = useNodeLabels();
  const labels = data?.labels ?? [];
  const known = labels.find(({ key }) => key === form.values.scope.trim());
  return (
    <Autocomplete
      label={
        <FieldLabel label="A recommendation for each value of a node label" path="plumbline.dev/scope" />
      }
      description={
        known
          ? `Nodes have ${countOf(known.values, 'value')} of it.`
          : 'For a DaemonSet on unlike nodes: the key of a label, such as node.kubernetes.io/instance-type.'
      }
      placeholder="All nodes alike"
      data={labels.map(({ key }) => key)}
      limit={MOST_SHOWN}
      maxDropdownHeight={280}
      renderOption={({ option }) => {
        const values = labels.find(({ key }) => key === option.value)?.values ?? 0;
        return `${option.value}: ${countOf(values, 'value')}`;
      }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps('scope')}
    />
  );
}

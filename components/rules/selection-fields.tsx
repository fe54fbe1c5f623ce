import { Button, Checkbox, NumberInput, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useNamespaces } from '../api/queries';
import classes from '../edit/fieldset.module.css';
import { IconPlus } from '../icons';
import shared from '../layout/shared.module.css';
import { FieldLabel } from '../policy/field-label';
import { KINDS, NEW_EXCLUSION, type RuleFormFields } from './rule-form-values';

interface SelectionFieldsProps {
  form: UseFormReturnType<RuleFormFields>;
  takesEverything: boolean;
}

export function SelectionFields({ form, takesEverything }: SelectionFieldsProps) {
  const known = useNamespaces().data?.namespaces.map(({ name }) => name) ?? [];
  const { exclude } = form.values;
  return (
    <div className={shared.stack}>
      <TagsInput
        label="Namespaces"
        description="By name; empty for those with the labels below, or all"
        data={known}
        clearable
        {...form.getInputProps('namespaces')}
      />
      <div className={classes.pair}>
        <TextInput
          label={<FieldLabel label="Namespaces with labels" path="namespaceSelector" />}
          placeholder="such as env=prod,team in (shop,pay)"
          {...form.getInputProps('namespaceSelector')}
        />
        <TextInput
          label={<FieldLabel label="Workloads with labels" path="workloadSelector" />}
          placeholder="such as tier!=batch"
          {...form.getInputProps('workloadSelector')}
        />
        <TagsInput
          label={<FieldLabel label="Kinds" path="kinds" />}
          description="Those of other controllers as argoproj.io/v1alpha1/Rollout"
          data={KINDS}
          {...form.getInputProps('kinds')}
        />
        <NumberInput
          label={<FieldLabel label="Precedence" path="precedence" />}
          description="Of several rules for a workload the highest counts"
          allowDecimal={false}
          {...form.getInputProps('precedence')}
        />
      </div>
      {exclude.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: exclusions have no name, and the form knows them by place
        <fieldset key={index} className={classes.fieldset}>
          <legend>But not</legend>
          <TagsInput
            label="In namespaces"
            data={known}
            {...form.getInputProps(`exclude.${index}.namespaces`)}
          />
          <TagsInput label="Of these names" {...form.getInputProps(`exclude.${index}.names`)} />
          <TextInput
            label="With labels"
            className={shared.wide}
            {...form.getInputProps(`exclude.${index}.selector`)}
          />
          <Button
            size="compact-xs"
            variant="default"
            className={classes.remove}
            onClick={() => form.removeListItem('exclude', index)}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <div className={shared.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} stroke={2} />}
          onClick={() => form.insertListItem('exclude', { ...NEW_EXCLUSION })}
        >
          Exclusion
        </Button>
      </div>
      {(takesEverything || form.values.everything) && (
        <Checkbox
          label="It may take every workload of every namespace, those of Kubernetes included"
          {...form.getInputProps('everything', { type: 'checkbox' })}
        />
      )}
    </div>
  );
}

import { Button, Checkbox, Group, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { REQUIREMENT_FIELDS } from '@/server/contract/policy-fields';
import classes from '../edit/fieldset.module.css';
import { RemoveButton } from '../edit/remove-button';
import { IconPlus } from '../icons';
import shared from '../layout/shared.module.css';
import { FieldLabel } from './field-label';
import { NEW_REQUIREMENT, type PolicyFields } from './form-values';

const [RESOURCES, CHANGE] = REQUIREMENT_FIELDS;

/** The VPA owner's conditions for changing a pod. */
export function RequirementInputs({ form }: { form: UseFormReturnType<PolicyFields> }) {
  const { requirements } = form.values;
  return (
    <div className={shared.stack}>
      <div>
        <span className={shared.label}>Eviction requirements</span>
        <p className={shared.soft}>
          {requirements.length === 0
            ? 'None: pods are changed whether they grow or shrink.'
            : 'A pod is changed only when all of these hold for one of its containers.'}
        </p>
      </div>
      {requirements.map((requirement, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: requirements have no name, and the form knows them by place
        <fieldset key={index} className={classes.fieldset}>
          <legend>Requirement {index + 1}</legend>
          <Checkbox.Group
            label={<FieldLabel {...RESOURCES} />}
            {...form.getInputProps(`requirements.${index}.resources`)}
          >
            <Group gap="md" mt={8}>
              <Checkbox value="cpu" label="CPU" />
              <Checkbox value="memory" label="Memory" />
            </Group>
          </Checkbox.Group>
          <Select
            label={<FieldLabel {...CHANGE} />}
            allowDeselect={false}
            data={CHANGE.choices}
            {...form.getInputProps(`requirements.${index}.change`)}
          />
          <RemoveButton
            what={`requirement ${index + 1}`}
            onRemove={() => form.removeListItem('requirements', index)}
          />
          {requirement.resources.length > 1 && <p className={shared.soft}>Either of them is enough.</p>}
        </fieldset>
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} stroke={2} />}
          onClick={() => form.insertListItem('requirements', NEW_REQUIREMENT)}
        >
          Eviction requirement
        </Button>
      </div>
    </div>
  );
}

import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import classes from '../../edit/fieldset.module.css';
import { RemoveButton } from '../../edit/remove-button';
import { IconPlus } from '../../icons';
import { Fold } from '../../layout/fold';
import shared from '../../layout/shared.module.css';
import { type DirectionFields, NEW_POLICY } from './hpa-fields';
import type { HpaForm } from './hpa-form';

/** What applies while nothing is stated. */
const USUAL = {
  up: { title: 'Scaling up', window: '0 s', policies: '4 pods or 100 % in 15 s, whichever is more' },
  down: { title: 'Scaling down', window: '300 s', policies: '100 % in 15 s' },
} as const;

const SELECTS = [
  { value: '', label: 'As usual: the policy that allows most' },
  { value: 'Max', label: 'The policy that allows most' },
  { value: 'Min', label: 'The policy that allows least' },
  { value: 'Disabled', label: 'Never scale this way' },
];

interface DirectionInputsProps {
  form: HpaForm;
  direction: 'up' | 'down';
}

export function DirectionInputs({ form, direction }: DirectionInputsProps) {
  const fields: DirectionFields = form.values[direction];
  const usual = USUAL[direction];
  const set = statedIn(fields);
  const input = (name: string) => form.getInputProps(`${direction}.${name}`);
  return (
    <Fold
      label={usual.title}
      note={set > 0 ? `${set} set` : 'as usual'}
      urgent={Object.keys(form.errors).some((place) => place.startsWith(`${direction}.`))}
    >
      <div className={shared.stack}>
        <div className={classes.pair}>
          <NumberInput
            label="Stabilization window"
            description={`waits for the ${direction === 'up' ? 'lowest' : 'highest'} recommendation of it`}
            placeholder={usual.window}
            suffix=" s"
            allowDecimal={false}
            {...input('window')}
          />
          <TextInput
            label="Tolerance"
            description="so far from the target changes nothing"
            placeholder="0.1"
            {...input('tolerance')}
          />
        </div>
        <Select label="Of several policies" allowDeselect={false} data={SELECTS} {...input('select')} />
        {fields.policies.length === 0 && (
          <p className={shared.soft}>No policies of its own: {usual.policies}.</p>
        )}
        {fields.policies.map((policy, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: policies have no name, and the form knows them by place
          <fieldset key={index} className={classes.fieldset}>
            <legend>Policy {index + 1}</legend>
            <NumberInput
              label="At most"
              suffix={policy.type === 'Percent' ? ' %' : policy.value === 1 ? ' pod' : ' pods'}
              allowDecimal={false}
              {...input(`policies.${index}.value`)}
            />
            <Select
              label="Counted in"
              allowDeselect={false}
              data={[
                { value: 'Pods', label: 'Pods' },
                { value: 'Percent', label: 'Percent of the replicas' },
              ]}
              {...input(`policies.${index}.type`)}
            />
            <NumberInput
              label="In"
              suffix=" s"
              allowDecimal={false}
              {...input(`policies.${index}.periodSeconds`)}
            />
            <div className={shared.wide}>
              <RemoveButton
                what={`policy ${index + 1} of scaling ${direction}`}
                onRemove={() => form.removeListItem(`${direction}.policies`, index)}
              />
            </div>
          </fieldset>
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} stroke={2} />}
            onClick={() => form.insertListItem(`${direction}.policies`, { ...NEW_POLICY })}
          >
            Policy of scaling {direction}
          </Button>
        </div>
      </div>
    </Fold>
  );
}

function statedIn({ window, select, tolerance, policies }: DirectionFields): number {
  return [window !== '', select !== '', tolerance !== ''].filter(Boolean).length + policies.length;
}

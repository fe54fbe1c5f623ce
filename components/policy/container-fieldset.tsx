import { Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { memo } from 'react';
import { CONTAINER_FIELDS, type PolicyField, type UsualPolicy } from '@/server/contract/policy-fields';
import classes from '../edit/fieldset.module.css';
import { RemoveButton } from '../edit/remove-button';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import { BoostInputs } from './boost-inputs';
import { type ContainerFields, rareContainerFields } from './container-values';
import { FieldInput } from './field-input';
import type { PolicyFields } from './form-values';

interface ContainerFieldsetProps {
  form: UseFormReturnType<PolicyFields>;
  index: number;
  title: string;
  container: ContainerFields;
  usual: UsualPolicy;
}

/** The fields always shown, besides the switch that turns all off. */
const COMMON: readonly PolicyField[] = CONTAINER_FIELDS.filter(
  (field) => !('isRare' in field) && field.place !== 'mode',
);

interface RareContainerFieldsProps {
  form: UseFormReturnType<PolicyFields>;
  index: number;
  container: ContainerFields;
  usual: UsualPolicy;
}

const RARE: readonly PolicyField[] = CONTAINER_FIELDS.filter((field) => 'isRare' in field);

/** How memory of one container is learned, and how it starts. */
function RareContainerFields({ form, index, container, usual }: RareContainerFieldsProps) {
  const at = `containers.${index}.`;
  const used = rareContainerFields(container);
  return (
    <Fold
      label="More: OOM kills, memory history, start"
      note={used > 0 ? `${used} set` : undefined}
      urgent={RARE.some(({ place }) =>
        Object.keys(form.errors).some((one) => one.startsWith(`${at}${place}`)),
      )}
    >
      <div className={classes.pair}>
        {RARE.map((field) => (
          <FieldInput key={field.place} field={field} form={form} at={at} usual={usual} />
        ))}
      </div>
      <BoostInputs
        form={form}
        at={`${at}boost`}
        kind={container.boost.kind}
        none="As for the whole VPA"
        usual={usual}
      />
    </Fold>
  );
}

/**
 * What a fieldset shows as one text: with each key a form makes all of its values anew, and the fieldsets of thirty
 * containers have six hundred inputs.
 */
function shownBy({ form, index, title, container, usual }: ContainerFieldsetProps): string {
  const errors = Object.entries(form.errors).filter(([place]) => place.startsWith(`containers.${index}.`));
  return JSON.stringify([index, title, container, usual, errors]);
}

/** The policy of one container; drawn again only when that has changed. */
export const ContainerFieldset = memo(
  function ContainerFieldset({ form, index, title, container, usual }: ContainerFieldsetProps) {
    const off = container.mode === 'Off';
    return (
      <fieldset className={classes.fieldset}>
        <legend>{title}</legend>
        <div className={classes.top}>
          <Switch
            label="Recommend"
            checked={!off}
            onChange={(event) =>
              form.setFieldValue(`containers.${index}.mode`, event.currentTarget.checked ? 'Auto' : 'Off')
            }
          />
          <RemoveButton
            what={`the policy of ${title}`}
            onRemove={() => form.removeListItem('containers', index)}
          />
        </div>
        {!off && (
          <>
            {COMMON.map((field) => (
              <FieldInput
                key={field.place}
                field={field}
                form={form}
                at={`containers.${index}.`}
                usual={usual}
              />
            ))}
            <div className={shared.wide}>
              <RareContainerFields form={form} index={index} container={container} usual={usual} />
            </div>
          </>
        )}
      </fieldset>
    );
  },
  (former, next) => shownBy(former) === shownBy(next),
);

import type { UseFormReturnType } from '@mantine/form';
import { CONTAINER_FIELDS, type PolicyField, type UsualPolicy } from '@/server/contract/policy-fields';
import classes from '../edit/fieldset.module.css';
import { Fold } from '../layout/fold';
import { BoostInputs } from './boost-inputs';
import { type ContainerFields, rareContainerFields } from './container-values';
import { FieldInput } from './field-input';
import type { PolicyFields } from './form-values';

interface RareContainerFieldsProps {
  form: UseFormReturnType<PolicyFields>;
  index: number;
  container: ContainerFields;
  usual: UsualPolicy;
}

const RARE: readonly PolicyField[] = CONTAINER_FIELDS.filter((field) => 'isRare' in field);

/** How memory of one container is learned, and how it starts. */
export function RareContainerFields({ form, index, container, usual }: RareContainerFieldsProps) {
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

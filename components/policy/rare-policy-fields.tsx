import type { UseFormReturnType } from '@mantine/form';
import { type PolicyField, type UsualPolicy, VPA_FIELDS } from '@/server/contract/policy-fields';
import classes from '../edit/fieldset.module.css';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import { BoostInputs } from './boost-inputs';
import { FieldInput } from './field-input';
import { type PolicyFields, rareFields } from './form-values';
import { RequirementInputs } from './requirement-inputs';

interface RarePolicyFieldsProps {
  form: UseFormReturnType<PolicyFields>;
  usual: UsualPolicy;
}

const RARE: readonly PolicyField[] = VPA_FIELDS.filter((field) => 'isRare' in field);

/** When pods of the VPA may be changed, and how they start. */
export function RarePolicyFields({ form, usual }: RarePolicyFieldsProps) {
  const used = rareFields(form.values);
  return (
    <Fold
      label="More: when pods may be changed, how they start"
      note={used > 0 ? `${used} set` : undefined}
      urgent={RARE.some(({ place }) =>
        Object.keys(form.errors).some((one) => one === place || one.startsWith(`${place}.`)),
      )}
    >
      <div className={shared.stack}>
        <div className={classes.pair}>
          {RARE.map((field) => (
            <FieldInput key={field.place} field={field} form={form} at="" usual={usual} />
          ))}
        </div>
        <BoostInputs
          form={form}
          at="boost"
          kind={form.values.boost.kind}
          none="As recommended"
          usual={usual}
        />
        <RequirementInputs form={form} />
      </div>
    </Fold>
  );
}

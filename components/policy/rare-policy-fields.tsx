import { NumberInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { PolicyView } from '@/server/recommender/views';
import { Fold } from '../layout/fold';
import { BoostInputs } from './boost-inputs';
import classes from './container-policy-fields.module.css';
import { type PolicyFields, rareFields } from './form-values';
import { RequirementInputs } from './requirement-inputs';

interface RarePolicyFieldsProps {
  form: UseFormReturnType<PolicyFields>;
  usual: PolicyView['usual'];
}

const PLACES = /^(minReplicas|evictAfterOomSeconds|requirements|boost)\b/;

/** When pods of the VPA may be changed, and how they start. */
export function RarePolicyFields({ form, usual }: RarePolicyFieldsProps) {
  const used = rareFields(form.values);
  return (
    <Fold
      label="More: when pods may be changed, how they start"
      note={used > 0 ? `${used} set` : undefined}
      urgent={Object.keys(form.errors).some((place) => PLACES.test(place))}
    >
      <div className={classes.list}>
        <div className={classes.pair}>
          <NumberInput
            size="sm"
            label="Least live pods"
            description="with fewer, none is evicted"
            placeholder={`${usual.minReplicas}, as usual`}
            {...form.getInputProps('minReplicas')}
          />
          <NumberInput
            size="sm"
            label="After an OOM kill within"
            description="of its start, a pod may be changed at once"
            suffix=" s"
            placeholder={`${usual.evictAfterOomMs / 1000} s, as usual`}
            {...form.getInputProps('evictAfterOomSeconds')}
          />
        </div>
        <BoostInputs form={form} at="boost" kind={form.values.boost.kind} none="As recommended" />
        <RequirementInputs form={form} />
      </div>
    </Fold>
  );
}

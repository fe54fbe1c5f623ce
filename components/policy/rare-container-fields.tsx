import { NumberInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { PolicyView } from '@/server/recommender/views';
import { formatAmount } from '@/server/words/amounts';
import { formatDuration } from '@/server/words/times';
import { Fold } from '../layout/fold';
import { BoostInputs } from './boost-inputs';
import classes from './container-policy-fields.module.css';
import { type ContainerFields, rareContainerFields } from './container-values';
import type { PolicyFields } from './form-values';

interface RareContainerFieldsProps {
  form: UseFormReturnType<PolicyFields>;
  index: number;
  container: ContainerFields;
  usual: PolicyView['usual'];
}

const PLACES = ['oomRatio', 'oomLeast', 'intervalSeconds', 'intervals', 'boost'];

/** How memory of one container is learned, and how it starts. */
export function RareContainerFields({ form, index, container, usual }: RareContainerFieldsProps) {
  const at = `containers.${index}`;
  const used = rareContainerFields(container);
  return (
    <Fold
      label="More: OOM kills, memory history, start"
      note={used > 0 ? `${used} set` : undefined}
      urgent={PLACES.some((place) =>
        Object.keys(form.errors).some((one) => one.startsWith(`${at}.${place}`)),
      )}
    >
      <div className={classes.pair}>
        <TextInput
          size="sm"
          label="OOM kill: memory times"
          description="of what it used, 1 or more"
          placeholder={`${usual.oomBumpUpRatio}, as usual`}
          {...form.getInputProps(`${at}.oomRatio`)}
        />
        <TextInput
          size="sm"
          label="OOM kill: at least"
          description="more than it used"
          placeholder={`${formatAmount('memory', usual.oomMinBumpUpBytes)}, as usual`}
          {...form.getInputProps(`${at}.oomLeast`)}
        />
        <NumberInput
          size="sm"
          label="One memory peak per"
          description="seconds"
          suffix=" s"
          placeholder={`${usual.memoryAggregationIntervalMs / 1000} s (${formatDuration(usual.memoryAggregationIntervalMs)}), as usual`}
          {...form.getInputProps(`${at}.intervalSeconds`)}
        />
        <NumberInput
          size="sm"
          label="Peaks that count"
          description="a whole number, 1 or more"
          placeholder={`${usual.memoryAggregationIntervalCount}, as usual`}
          {...form.getInputProps(`${at}.intervals`)}
        />
      </div>
      <BoostInputs form={form} at={`${at}.boost`} kind={container.boost.kind} none="As for the whole VPA" />
    </Fold>
  );
}

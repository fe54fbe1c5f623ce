import { Button, Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { PolicyView } from '@/server/recommender/views';
import classes from './container-policy-fields.module.css';
import type { ContainerFields } from './container-values';
import type { PolicyFields } from './form-values';
import { RareContainerFields } from './rare-container-fields';

interface ContainerFieldsetProps {
  form: UseFormReturnType<PolicyFields>;
  index: number;
  title: string;
  container: ContainerFields;
  usual: PolicyView['usual'];
}

const CONTROLLED = [
  { value: 'both', label: 'CPU and memory' },
  { value: 'cpu', label: 'CPU only' },
  { value: 'memory', label: 'Memory only' },
];
const LIMITS = [
  { value: 'RequestsAndLimits', label: 'Requests and limits' },
  { value: 'RequestsOnly', label: 'Requests only' },
];

/** The policy of one container. */
export function ContainerFieldset({ form, index, title, container, usual }: ContainerFieldsetProps) {
  const off = container.mode === 'Off';
  const field = (name: string) => form.getInputProps(`containers.${index}.${name}`);
  const bound = (name: string, label: string, placeholder: string) => (
    <TextInput size="sm" label={label} placeholder={placeholder} {...field(name)} />
  );
  return (
    <fieldset className={classes.fieldset}>
      <legend>{title}</legend>
      <div className={classes.top}>
        <Switch
          label="Recommend for it"
          checked={!off}
          onChange={(event) =>
            form.setFieldValue(`containers.${index}.mode`, event.currentTarget.checked ? 'Auto' : 'Off')
          }
        />
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`Remove the policy of ${title}`}
          onClick={() => form.removeListItem('containers', index)}
        >
          Remove
        </Button>
      </div>
      {!off && (
        <>
          {bound('minCpu', 'Least CPU', 'such as 50m')}
          {bound('maxCpu', 'Most CPU', 'such as 2')}
          {bound('minMemory', 'Least memory', 'such as 64Mi')}
          {bound('maxMemory', 'Most memory', 'such as 4Gi')}
          <Select
            size="sm"
            label="Controls"
            allowDeselect={false}
            data={CONTROLLED}
            {...field('controlled')}
          />
          <Select size="sm" label="Changes" allowDeselect={false} data={LIMITS} {...field('limits')} />
          <div className={classes.wide}>
            <RareContainerFields form={form} index={index} container={container} usual={usual} />
          </div>
        </>
      )}
    </fieldset>
  );
}

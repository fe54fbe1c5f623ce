import { Autocomplete, NumberInput, Select, TextInput } from '@mantine/core';
import classes from '../../edit/fieldset.module.css';
import { RemoveButton } from '../../edit/remove-button';
import shared from '../../layout/shared.module.css';
import type { HpaForm } from './hpa-form';
import {
  METRIC_TYPES,
  type MetricFields,
  type MetricType,
  type TargetType,
  targetTypesOf,
} from './metric-fields';

const TYPES: Record<MetricType, string> = {
  Resource: 'Resource of the pods',
  ContainerResource: 'Resource of one container',
  Pods: 'Metric of each pod',
  Object: 'Metric of an object',
  External: 'External metric',
};

const TARGETS: Record<TargetType, string> = {
  Utilization: 'Percent of the request',
  AverageValue: 'Amount per pod',
  Value: 'Amount in all',
};

interface MetricFieldsetProps {
  form: HpaForm;
  index: number;
  metric: MetricFields;
  /** The containers of the pods. */
  containers: readonly string[];
}

/** One metric of an HPA and its target. */
export function MetricFieldset({ form, index, metric, containers }: MetricFieldsetProps) {
  const at = `metrics.${index}`;
  const { type } = metric;
  const targets = targetTypesOf(type);
  const input = (name: string) => form.getInputProps(`${at}.${name}`);
  const changeType = (chosen: string | null) => {
    const next = METRIC_TYPES.find((each) => each === chosen) ?? type;
    const fits = targetTypesOf(next).includes(metric.targetType);
    form.setFieldValue(at, {
      ...metric,
      type: next,
      container: metric.container || (containers[0] ?? ''),
      ...(!fits && { targetType: targetTypesOf(next)[0] ?? 'Value', target: '' }),
    });
  };
  return (
    <fieldset className={classes.fieldset}>
      <legend>Metric {index + 1}</legend>
      <Select
        label="What it looks at"
        allowDeselect={false}
        data={METRIC_TYPES.map((value) => ({ value, label: TYPES[value] }))}
        {...input('type')}
        onChange={changeType}
      />
      {(type === 'Resource' || type === 'ContainerResource') && (
        <Autocomplete label="Resource" data={['cpu', 'memory']} {...input('resource')} />
      )}
      {type === 'ContainerResource' && (
        <Autocomplete label="Container" data={[...containers]} {...input('container')} />
      )}
      {(type === 'Pods' || type === 'Object' || type === 'External') && (
        <TextInput label="Name of the metric" {...input('metric')} />
      )}
      {type === 'Object' && (
        <>
          <TextInput label="API version of the object" {...input('objectApiVersion')} />
          <TextInput label="Kind" {...input('objectKind')} />
          <TextInput label="Name of the object" {...input('objectName')} />
        </>
      )}
      <Select
        label="Target is a"
        allowDeselect={false}
        data={targets.map((value) => ({ value, label: TARGETS[value] }))}
        {...input('targetType')}
        onChange={(chosen) => {
          const targetType = targets.find((each) => each === chosen) ?? metric.targetType;
          form.setFieldValue(at, { ...metric, targetType, target: '' });
        }}
      />
      {metric.targetType === 'Utilization' ? (
        <NumberInput label="Target" suffix=" %" allowDecimal={false} {...input('target')} />
      ) : (
        <TextInput label="Target" placeholder="a quantity: 500m, 300Mi, 100" {...input('target')} />
      )}
      {metric.selector && <p className={shared.soft}>Its selector stays as it is.</p>}
      {form.values.metrics.length > 1 && (
        <div className={shared.wide}>
          <RemoveButton what={`metric ${index + 1}`} onRemove={() => form.removeListItem('metrics', index)} />
        </div>
      )}
    </fieldset>
  );
}

import { Alert, Button, Select, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ParameterField } from '@/server/contract/operations';
import type { RecommenderChoiceView } from '@/server/contract/recommendations';
import { useRecommenders } from '../api/recommenders';
import classes from '../edit/fieldset.module.css';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import { FieldLabel } from './field-label';
import type { PolicyFields } from './form-values';
import { ParameterInput } from './parameter-input';
import {
  choosing,
  offerFor,
  recommenderChoices,
  recommenderValues,
  unknownParameters,
} from './recommender-values';

interface RecommenderFieldsProps {
  form: UseFormReturnType<PolicyFields>;
  choice: RecommenderChoiceView;
}

export function RecommenderFields({ form, choice }: RecommenderFieldsProps) {
  const { data, error } = useRecommenders();
  const offers = data?.recommenders ?? [];
  const { values } = form;
  const offer = offerFor(offers, values, choice);
  const choices = recommenderChoices(offers, choice);
  const chosen = choices.find(({ value }) => value === values.recommender);
  const choose = (name: string) => {
    const next = { ...values, recommender: name };
    form.setValues(choosing(name, offerFor(offers, next, choice), values, recommenderValues(choice)));
  };
  return (
    <div className={shared.stack}>
      <Select
        label={<FieldLabel label="Recommender" path="recommenders[0].name" />}
        description={chosen?.help}
        error={
          form.errors.recommender ?? (error ? `The recommenders cannot be read: ${error.message}` : undefined)
        }
        allowDeselect={false}
        maxDropdownHeight={420}
        data={choices}
        value={values.recommender}
        onChange={(name) => choose(name ?? '')}
        renderOption={({ option }) => (
          <div>
            <Text size="sm">{option.label}</Text>
            <Text size="xs" c="dimmed">
              {choices.find(({ value }) => value === option.value)?.help}
            </Text>
          </div>
        )}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {offer?.patience && <p className={shared.soft}>{offer.patience}</p>}
      {choice.fault !== undefined ? (
        <UnreadableAnnotation form={form} choice={choice} />
      ) : (
        offer && <Parameters form={form} fields={offer.fields} name={offer.name} />
      )}
    </div>
  );
}

interface ParametersProps {
  form: UseFormReturnType<PolicyFields>;
  fields: readonly ParameterField[];
  name: string;
}

function Parameters({ form, fields, name }: ParametersProps) {
  const { parameters } = form.values;
  const put = (path: string, value: string) =>
    form.setFieldValue('parameters', { ...form.values.parameters, [path]: value });
  const inputs = (shown: readonly ParameterField[]) => (
    <div className={classes.pair}>
      {shown.map((field) => (
        <ParameterInput
          key={field.path}
          field={field}
          value={parameters[field.path] ?? ''}
          onChange={(value) => put(field.path, value)}
          error={form.errors[`parameters.${field.path}`]}
        />
      ))}
    </div>
  );
  const common = fields.filter(({ isCommon }) => isCommon);
  const own = fields.filter(({ isCommon }) => !isCommon);
  const fold = (label: string, shown: readonly ParameterField[]) => {
    const used = shown.filter(({ path }) => (parameters[path] ?? '') !== '').length;
    return (
      <Fold
        label={label}
        note={used > 0 ? `${used} set` : undefined}
        urgent={shown.some(({ path }) => form.errors[`parameters.${path}`] !== undefined)}
      >
        {inputs(shown)}
      </Fold>
    );
  };
  return (
    <>
      {unknownParameters(fields, form.values).map((path) => (
        <Alert key={path} color="danger" title={`${path} is no parameter of ${name}`}>
          Until it is removed, none of the parameters applies.
          <Button ml="sm" size="compact-sm" variant="default" onClick={() => put(path, '')}>
            Remove {path}
          </Button>
        </Alert>
      ))}
      {own.length > 0 && fold(`Parameters of ${name}`, own)}
      {fold('More: margin, pod minimum, growth after crashes', common)}
    </>
  );
}

function UnreadableAnnotation({ form, choice }: RecommenderFieldsProps) {
  const drops = form.values.dropsAnnotation;
  return (
    <Alert
      color="danger"
      title={drops ? 'Saving removes the parameters that cannot be read' : 'Its parameters cannot be read'}
    >
      {choice.fault}. The annotation <code>plumbline.dev/recommender</code> has no effect and stays as it is:
      <pre className={classes.raw}>{choice.annotation}</pre>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => form.setFieldValue('dropsAnnotation', !drops)}
      >
        {drops ? 'Keep it' : 'Remove it'}
      </Button>
    </Alert>
  );
}

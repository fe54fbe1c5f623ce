import type { StartupBoost } from '@/server/contract/kubernetes';
import { BOOST_FIELDS, type FieldValues } from '@/server/contract/policy-fields';
import { valuesOf, written } from './field-values';

type BoostKind = NonNullable<NonNullable<StartupBoost['cpu']>['type']>;

/** A startup boost as form fields; kind `none` means no boost. */
export type BoostFields = FieldValues<typeof BOOST_FIELDS>;

export function boostFields(boost: StartupBoost | undefined): BoostFields {
  const fields = valuesOf(BOOST_FIELDS, boost?.cpu ?? {});
  return boost?.cpu ? fields : { ...fields, kind: 'none' };
}

/** The boost of the form fields; `original` keeps what the form does not show. Undefined if there is none. */
export function boostOf(fields: BoostFields, original: StartupBoost | undefined): StartupBoost | undefined {
  const { cpu = {}, ...others } = original ?? {};
  if (fields.kind === 'none') return Object.keys(others).length > 0 ? others : undefined;
  const shown = boostFields(original);
  if (original && BOOST_FIELDS.every(({ place }) => fields[place] === shown[place])) return original;
  const own = BOOST_FIELDS.map((field) =>
    'of' in field && field.of !== fields.kind ? [field.place, ''] : [field.place, fields[field.place]],
  );
  const { type: _stated, ...amounts } = written(BOOST_FIELDS, cpu, Object.fromEntries(own));
  return { ...others, cpu: { type: fields.kind as BoostKind, ...amounts } };
}

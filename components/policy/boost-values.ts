import type { StartupBoost } from '@/server/contract/kubernetes';
import { BOOST_FIELDS, type FieldValues } from '@/server/contract/policy-fields';
import { valuesOf, written } from './field-values';

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
  const own = BOOST_FIELDS.map((field) =>
    'of' in field && field.of !== fields.kind ? [field.place, ''] : [field.place, fields[field.place]],
  );
  return { ...others, cpu: written(BOOST_FIELDS, cpu, Object.fromEntries(own)) };
}

import * as z from 'zod';
import { FEATURE_SHAPE, type FeaturesEdit, withoutFeatureMarks } from '../../decide/features/edits';
import { BOOST_FIELDS } from '../../decide/pods/fields/boost-fields';
import { CONTAINER_FIELDS } from '../../decide/pods/fields/container-fields';
import type { PolicyField } from '../../decide/pods/fields/field';
import { REQUIREMENT_FIELDS } from '../../decide/pods/fields/requirement-fields';
import { VPA_FIELDS, type VpaPolicy } from '../../decide/pods/fields/vpa-fields';
import { RESOURCES } from '../../objects/units';
import type { ContainerResourcePolicy, UpdateMode } from '../../objects/vpa-types';

type Removable = Omit<VpaPolicy, 'updateMode'>;

/** A change of a VPA's policy as a form sends it; absent fields stay as they are, null removes one. */
export type PolicyEdit = {
  /** The generation of the VPA that was edited: the edit is not saved over a newer one. */
  generation?: number;
  updateMode?: UpdateMode;
  containerPolicies?: ContainerResourcePolicy[];
} & FeaturesEdit & { [Field in keyof Removable]?: Removable[Field] | null };

type Shape = Record<string, z.ZodType>;

const quantity = z.union([z.string(), z.number()]);
const amounts = z.record(z.string(), quantity);
const whole = z.number('must be a whole number').int('must be a whole number');
const resources = z.array(z.enum(RESOURCES));

/** The fields a policy may have; the validation of admission checks their meaning, as for every VPA. */
function shapeOf(fields: readonly PolicyField[]): Shape {
  const shape: Shape = {};
  for (const field of fields) {
    const [root = '', isNested] = field.path.split('.');
    shape[root] = (isNested === undefined ? schemaOf(field) : amounts).optional();
  }
  return shape;
}

function schemaOf({ kind, choices = [] }: PolicyField): z.ZodType {
  switch (kind) {
    case 'choice':
      return z.enum(choices.map(({ value }) => value));
    case 'whole':
      return whole;
    case 'quantity':
      return quantity;
    case 'resources':
      return z.array(z.string());
    case 'boost':
      return z.looseObject({ cpu: z.looseObject(shapeOf(BOOST_FIELDS)).optional() });
    case 'requirements':
      return z.array(
        z.looseObject({
          ...requiredShapeOf(REQUIREMENT_FIELDS),
          resources: resources.min(1, 'choose CPU, memory or both'),
        }),
      );
  }
}

function requiredShapeOf(fields: readonly PolicyField[]): Shape {
  return Object.fromEntries(fields.map((field) => [field.path, schemaOf(field)]));
}

/** Null removes a field; the update mode can only be changed. */
function editShape(): Shape {
  const { updateMode = z.never(), ...others } = shapeOf(VPA_FIELDS);
  const removable = Object.entries(others).map(([path, schema]) => [path, schema.nullable()] as const);
  return { updateMode, ...Object.fromEntries(removable) };
}

const containerPolicy = z.looseObject({ ...shapeOf(CONTAINER_FIELDS), containerName: z.string().min(1) });

/** A change of a VPA's policy as a form sends it; the field tables have the types of the edit. */
export const policyEditSchema = z.strictObject({
  generation: whole.optional(),
  ...FEATURE_SHAPE,
  ...editShape(),
  containerPolicies: z.array(containerPolicy).optional(),
}) as unknown as z.ZodType<PolicyEdit>;

/** A change to be saved must change something. */
export const savedEditSchema = policyEditSchema.refine(
  ({ generation: _generation, ...edit }) => Object.keys(withoutFeatureMarks(edit)).length > 0,
  { message: 'nothing to change' },
);

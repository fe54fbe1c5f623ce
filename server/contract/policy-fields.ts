/** The rows that forms are made of. */
export { BOOST_FIELDS } from '../policy/fields/boost-fields';
export { CONTAINER_FIELDS } from '../policy/fields/container-fields';
export type { FieldValues, NumberInput, PolicyField, UsualPolicy } from '../policy/fields/field';
export { REQUIREMENT_FIELDS } from '../policy/fields/requirement-fields';
export { VPA_FIELDS, type VpaPolicy } from '../policy/fields/vpa-fields';

/** The rows that forms are made of. */
export { BOOST_FIELDS } from '../decide/pods/fields/boost-fields';
export { CONTAINER_FIELDS } from '../decide/pods/fields/container-fields';
export type { FieldValues, NumberInput, PolicyField, UsualPolicy } from '../decide/pods/fields/field';
export { REQUIREMENT_FIELDS } from '../decide/pods/fields/requirement-fields';
export { VPA_FIELDS, type VpaPolicy } from '../decide/pods/fields/vpa-fields';

/** How changes of a policy are read. */
export { policyEditSchema, savedEditSchema } from '../../operations/policy-edit/schema';

/** How changes of a policy are read. */
export { policyEditSchema, savedEditSchema } from '../../contract/requests/policy-edit-schema';

/** What requests are read by, for the JSON handlers. */
export { readAudit } from '../updater/audit';
export { policyEditSchema, savedEditSchema } from '../updater/policy-edit/schema';
export { scopeSchema } from '../updater/stops/scope-schema';
export { scenarioChoiceSchema } from './scenarios';

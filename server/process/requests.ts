/** What requests are read by, for the JSON handlers. */

export { policyEditSchema, savedEditSchema } from '../operations/policy-edit/schema';
export { readScope, scopeSchema, stopSchema } from '../operations/stops/scope-schema';
export { readAudit } from '../store/audit/reading';
export { readPast } from './pages/past/read-past';
export { scenarioChoiceSchema } from './scenarios';

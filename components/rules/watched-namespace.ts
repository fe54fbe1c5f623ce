import { KINDS, type RuleFormFields } from './rule-form-values';
import { EVERYTHING } from './watch-address';

/** Those that are listed without a VPA: what a Job runs is over soon. */
const LASTING_KINDS = KINDS.filter((kind) => kind !== 'Job');

/** What the form of a rule that watches a namespace has filled in; saving everything takes one more tick of the person. */
export function watching(namespace: string): Partial<RuleFormFields> {
  if (namespace === EVERYTHING) return { name: 'watch-all', kinds: LASTING_KINDS };
  return { name: `watch-${namespace}`, namespaces: [namespace], kinds: LASTING_KINDS };
}

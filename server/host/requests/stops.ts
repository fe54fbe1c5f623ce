/** How requests about stops are read. */
export { readScope, scopeSchema, stopSchema } from '../../operations/stops/scope-schema';

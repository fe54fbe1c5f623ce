/** How requests about stops are read. */
export { readScope, scopeSchema, stopSchema } from '../../contract/requests/stops';

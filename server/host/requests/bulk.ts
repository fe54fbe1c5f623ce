/** How a change of many objects is read. */
export { bulkSchema } from '../../operations/bulk/schema';

/** How a change of many objects is read. */
export { bulkSchema } from '../../contract/requests/bulk-schema';

/** How decisions about changes are read. */
export { decisionSchema } from '../../contract/requests/decision-schema';

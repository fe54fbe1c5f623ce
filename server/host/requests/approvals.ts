/** How decisions about changes are read. */
export { decisionSchema } from '../../operations/approvals/schema';

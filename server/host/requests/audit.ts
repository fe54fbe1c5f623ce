/** How a page of the audit log is read. */
export { readAudit } from '../../store/audit/reading';

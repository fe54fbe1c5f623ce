export { type AuditEntry, type AuditView, MOST_COUNTED } from '../store/audit/views';

export { auditFile } from '../../store/audit/file';
export { readAudit } from '../../store/audit/reading';

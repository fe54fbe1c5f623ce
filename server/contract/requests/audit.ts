export { readAudit } from '../../store/audit/reading';

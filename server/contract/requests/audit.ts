export { readAudit, readEntries } from '../../store/audit/reading';

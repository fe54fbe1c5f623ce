export type { ErrorBody, ErrorCode, FieldError } from '../lib/report/errors';

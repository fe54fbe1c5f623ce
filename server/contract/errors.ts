/** How requests fail. */
export type { ErrorBody, ErrorCode, FieldError } from '../errors';

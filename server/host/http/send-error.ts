import type { ServerResponse } from 'node:http';
import { type AppError, errorAnswer } from '../../lib/report/errors';
import { securityHeaders } from './security-headers';

/** Answers with the common error body. */
export function sendError(
  response: ServerResponse,
  error: AppError,
  more: Record<string, string> = {},
): void {
  const { body, headers } = errorAnswer(error);
  response
    .writeHead(error.status, {
      ...securityHeaders(),
      ...headers,
      ...more,
      'content-type': 'application/json',
    })
    .end(JSON.stringify(body));
}

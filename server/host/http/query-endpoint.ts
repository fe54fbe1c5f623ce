import type { IncomingMessage } from 'node:http';
import { AppError, type ErrorBody, toAppError } from '../../lib/report/errors';
import type { Runtime } from '../runtime';

/** Where a process without pages answers recommendation queries, as one with pages does. */
export const QUERY_PATH = '/api/recommendation-query';
/** No pod is larger. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** The answer to one posted query: an HTTP status and a JSON body. Never rejects. */
export async function answerQueryRequest(
  running: Pick<Runtime, 'recommend'>,
  request: IncomingMessage,
): Promise<{ status: number; body: unknown }> {
  try {
    return { status: 200, body: await running.recommend(await jsonOf(request)) };
  } catch (thrown) {
    const { status, code, message, fields } = toAppError(thrown);
    return { status, body: { code, message, fields } satisfies ErrorBody };
  }
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // A body that is too long is still read to its end: stopping would break the connection before the
    // answer.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw new AppError('too-large', `a body has at most ${MAX_BODY_BYTES} bytes`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw new AppError('bad-request', 'the body is not JSON', [], { cause });
  }
}

import type { ZodType } from 'zod';
import { AppError } from '../../lib/report/errors';

/** No change is larger. */
const MAX_BODY_BYTES = 1024 * 1024;

/** The JSON body of a request. @throws AppError `bad-request` or `too-large` */
export async function jsonOf(request: Request, mostBytes = MAX_BODY_BYTES): Promise<unknown> {
  const text = await textOf(request, mostBytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad-request', 'the body is not JSON', [], { cause });
  }
}

/** The body of a request. @throws AppError `too-large` */
export async function textOf(request: Request, mostBytes = MAX_BODY_BYTES): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of request.body ?? []) {
      bytes += part.byteLength;
      if (bytes > mostBytes) throw new AppError('too-large', `a body has at most ${mostBytes} bytes`);
      parts.push(part);
    }
  } catch (cause) {
    throw cause instanceof AppError
      ? cause
      : new AppError('bad-request', 'the body ends before it is whole', [], { cause });
  }
  return Buffer.concat(parts).toString('utf8');
}

/** @throws AppError `invalid`, with the fields at fault */
export function parse<Input>(schema: ZodType<Input>, value: unknown): Input {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  throw new AppError(
    'invalid',
    fields.map(({ field, message }) => `${field}: ${message}`).join('; '),
    fields,
  );
}

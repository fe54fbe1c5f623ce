import type { IncomingMessage } from 'node:http';
import { parse as parseYaml } from 'yaml';
import { ApiError, badRequest } from '@/sandbox/api/api-error';
import { decodeProtobuf } from '@/sandbox/api/http/protobuf-body';
import { errorText } from '@/server/lib/report/errors';

const MAX_BODY_BYTES = 3 * 1024 * 1024;

export interface Body {
  text: string;
  mediaType: string;
  bytes: Buffer;
}

/** The whole body as text. @throws ApiError 413 above 3 MB */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  const mediaType =
    (request.headers['content-type'] ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? '';
  const bytes = Buffer.concat(chunks);
  return { text: bytes.toString('utf8'), mediaType, bytes };
}

function tooLarge(): ApiError {
  return new ApiError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${MAX_BODY_BYTES}`);
}

export function unsupportedMediaType(accepted: string[]): ApiError {
  return new ApiError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  );
}

const OBJECT_TYPES = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

/** The object in a body: JSON, YAML or protobuf. @throws ApiError 400 or 415 */
export function decodeObject(body: Body, kindName: string): unknown {
  switch (body.mediaType) {
    case 'application/json':
      return decodeJson(body.text, kindName);
    case 'application/yaml':
      return decodeYaml(body.text);
    case 'application/vnd.kubernetes.protobuf': {
      const object = fromProtobuf(body.bytes);
      if (object) return object;
      break;
    }
  }
  throw unsupportedMediaType(OBJECT_TYPES);
}

function fromProtobuf(bytes: Buffer): unknown {
  try {
    return decodeProtobuf(bytes);
  } catch (error) {
    throw badRequest(`unable to decode protobuf: ${errorText(error)}`);
  }
}

function decodeJson(text: string, kindName: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kindName}): couldn't get version/kind; json parse error: ${parseFault(text, error)} (${excerpt(text)})`,
    );
  }
}

function excerpt(text: string): string {
  return text.length > 128 ? `${text.slice(0, 128)}...` : text;
}

/** The parser's error in Go's words. */
function parseFault(text: string, error: unknown): string {
  const message = errorText(error);
  if (text.trim() === '' || /end of JSON input|Unterminated|Expected .* at position \d+$/.test(message)) {
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    if (text.trim() === '' || position >= text.trimEnd().length) return 'unexpected end of JSON input';
  }
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? 0);
  return `invalid character ${JSON.stringify(text[position] ?? '').replaceAll('"', "'")} looking for beginning of value`;
}

/** @throws ApiError 400 */
export function decodeYaml(text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    throw badRequest(`error parsing YAML: ${errorText(error)}`);
  }
}

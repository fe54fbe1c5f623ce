import type { Handler } from '@/server/host/api/handlers';
import type { ErrorBody } from '@/server/lib/report/errors';

interface Asked {
  headers?: Record<string, string>;
  body?: unknown;
  params?: object;
  address?: string;
  method?: string;
}

/** Asks a route handler as the server does. */
export async function askHandler(
  handler: unknown,
  {
    headers = {},
    body,
    params = {},
    address = 'http://localhost/api',
    method = body ? 'POST' : 'GET',
  }: Asked = {},
): Promise<{ status: number; body: Partial<ErrorBody>; text: string; etag: string | undefined }> {
  const request = new Request(address, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await (handler as Handler)(request, params as never);
  const text = await response.text();
  const etag = response.headers.get('etag') ?? undefined;
  return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : {}, text, etag };
}

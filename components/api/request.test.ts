import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, RequestError, request, sendChange } from './request';

let server: Server;
let base: string;
const REFUSAL = { code: 'not-found', message: 'There is no such object: web', fields: [] };

beforeAll(async () => {
  server = createServer((incoming, response) => {
    if (incoming.url === '/no') response.writeHead(404).end(JSON.stringify(REFUSAL));
    else if (incoming.url === '/odd') response.writeHead(502, 'Bad Gateway').end('<html>');
    else response.end(JSON.stringify({ method: incoming.method, type: incoming.headers['content-type'] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function failure(path: string) {
  const thrown = await request(path).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(RequestError);
  return failureOf(thrown);
}

describe('requests to the dashboard API', () => {
  it('return the body', async () => {
    expect(await request(`${base}/yes`)).toEqual({ method: 'GET' });
    expect(await sendChange('POST', `${base}/yes`, {})).toEqual({ method: 'POST', type: 'application/json' });
  });

  it("keep the server's objections", async () => {
    expect(await failure(`${base}/no`)).toEqual({ kind: 'refused', status: 404, ...REFUSAL });
  });

  it('cope with an answer that is not ours', async () => {
    expect(await failure(`${base}/odd`)).toMatchObject({
      kind: 'refused',
      code: 'unknown',
      message: 'The server answered 502 Bad Gateway',
    });
  });

  it('distinguish silence from refusal', async () => {
    expect(await failure('http://127.0.0.1:1/')).toEqual({ kind: 'unreachable' });
  });
});

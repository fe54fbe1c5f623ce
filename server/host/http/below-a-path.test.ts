import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { BASE_PATH_HEADER } from '../../lib/http/base-path';
import { belowAPath, FileAddresses } from './below-a-path';

const BASE = '/tools/plumbline';
const servers: Server[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

/** A server that answers as `answer` does, below what the settings and the headers of a request say. */
async function serving(
  answer: RequestListener,
  { basePath = '', proxyAddresses = [] as string[], proxySecret = '' } = {},
): Promise<string> {
  const take = belowAPath({ basePath, proxyAddresses, proxySecret });
  const server = createServer((request, response) => {
    if (!take(request, response)) answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const seen: RequestListener = ({ url, headers }, response) =>
  response.end(JSON.stringify([url, headers[BASE_PATH_HEADER] ?? '']));

async function seenAt(address: string, headers: Record<string, string> = {}): Promise<unknown> {
  return (await fetch(address, { headers })).json();
}

describe('a request below a path', () => {
  it('loses the path of the settings, or has lost it on its way', async () => {
    const url = await serving(seen, { basePath: BASE });
    expect(await seenAt(`${url}${BASE}/api/status?a=b`)).toEqual(['/api/status?a=b', BASE]);
    expect(await seenAt(`${url}${BASE}`)).toEqual(['/', BASE]);
    expect(await seenAt(`${url}/api/health`)).toEqual(['/api/health', BASE]);
    expect(await seenAt(`${url}${BASE}2/x`)).toEqual([`${BASE}2/x`, BASE]);
  });

  it('is told by a proxy that is listed or knows the secret, and by nobody else', async () => {
    const named = { 'x-forwarded-prefix': `${BASE}/` };
    const listed = await serving(seen, { proxyAddresses: ['127.0.0.1'] });
    expect(await seenAt(`${listed}/x`, named)).toEqual(['/x', BASE]);
    const strange = await serving(seen, { proxyAddresses: ['10.0.0.1'] });
    expect(await seenAt(`${strange}/x`, named)).toEqual(['/x', '']);
    const secret = await serving(seen, { proxySecret: 'a secret', basePath: '/other' });
    expect(await seenAt(`${secret}/x`, named)).toEqual(['/x', '/other']);
    const known = { ...named, 'x-plumbline-proxy-secret': 'a secret' };
    expect(await seenAt(`${secret}${BASE}/x`, known)).toEqual(['/x', BASE]);
    expect(await seenAt(`${listed}/x`, { 'x-forwarded-prefix': '/' })).toEqual(['/x', '']);
  });

  it('cannot say itself what the path is', async () => {
    const url = await serving(seen);
    expect(await seenAt(`${url}/x`, { [BASE_PATH_HEADER]: '/evil' })).toEqual(['/x', '']);
  });

  it('is refused with a reason where a trusted proxy names no path', async () => {
    const url = await serving(seen, { proxyAddresses: ['127.0.0.1'] });
    for (const prefix of ['//evil.example.com', '/a/../b', 'tools', '/a, /b', '/"><script>', '/api']) {
      const answer = await fetch(`${url}/x`, { headers: { 'x-forwarded-prefix': prefix } });
      expect(answer.status, prefix).toBe(400);
      expect(((await answer.json()) as { message: string }).message).toContain('X-Forwarded-Prefix');
    }
  });
});

describe('an answer below a path', () => {
  it('leads below it, and elsewhere as before', async () => {
    const url = await serving(
      ({ url: path = '' }, response) => {
        const [, to = ''] = path.split('?to=');
        response.writeHead(307, { location: decodeURIComponent(to) }).end();
      },
      { basePath: BASE },
    );
    const locationOf = async (to: string) =>
      (await fetch(`${url}/x?to=${encodeURIComponent(to)}`, { redirect: 'manual' })).headers.get('location');
    expect(await locationOf('/login?next=%2F')).toBe(`${BASE}/login?next=%2F`);
    expect(await locationOf('https://idp.example.com/auth')).toBe('https://idp.example.com/auth');
  });

  it('names the files of a document below it, and leaves data alone', async () => {
    const html = '<script src="/_next/a.js"></script><script>["\\"/_next/b.js\\"","ü"]</script>';
    const url = await serving(
      ({ url: path = '' }, response) => {
        response.setHeader('content-type', path.startsWith('/api') ? 'application/json' : 'text/html');
        response.setHeader('content-length', Buffer.byteLength(html));
        response.setHeader('link', '</_next/a.css>; rel=preload');
        for (const byte of Buffer.from(html)) response.write(Buffer.from([byte]));
        response.end();
      },
      { basePath: BASE },
    );
    const page = await fetch(`${url}${BASE}/workloads/shop/web`);
    expect(await page.text()).toBe(html.replaceAll('"/_next/', `"${BASE}/_next/`));
    expect(page.headers.get('link')).toBe(`<${BASE}/_next/a.css>; rel=preload`);
    expect(page.headers.get('x-nextjs-rewritten-path')).toBe('/workloads/shop/web');
    expect(await (await fetch(`${url}${BASE}/api/x`)).text()).toBe(html);
  });

  it('tells the loader of scripts where they are, and leaves the scripts alone', async () => {
    const script = 'let base="string"==typeof x?x:"/_next/",m=new Map';
    const url = await serving(
      (_request, response) => {
        response.setHeader('content-type', 'application/javascript; charset=UTF-8');
        response.setHeader('content-length', script.length);
        response.end(script);
      },
      { basePath: BASE },
    );
    const of = async (name: string) => (await fetch(`${url}${BASE}/_next/static/chunks/${name}.js`)).text();
    expect(await of('turbopack-077hmtqrhcoji')).toBe(script.replace('/_next/', `${BASE}/_next/`));
    expect(await of('2i3mwkeaz200g')).toBe(script);
  });

  it('has every file in its place however it is cut', () => {
    const part = fc.constantFrom('"/_next/', '"/_nex', '"', '/', '"/_', 'x', 'ü', '_next/"');
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(20)), (parts, sizes) => {
        const text = parts.join('');
        const addresses = new FileAddresses(BASE);
        const bytes = Buffer.from(text);
        const sent: Buffer[] = [];
        let at = 0;
        for (const size of sizes) {
          sent.push(addresses.next(bytes.subarray(at, at + size)));
          at += size;
        }
        sent.push(addresses.next(bytes.subarray(at)), addresses.rest());
        expect(Buffer.concat(sent).toString()).toBe(text.replaceAll('"/_next/', `"${BASE}/_next/`));
      }),
    );
  });
});

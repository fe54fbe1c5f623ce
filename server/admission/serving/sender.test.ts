import { request } from 'node:https';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestAuthority } from '../../../tests/support/tls';
import type { AdmissionRequest } from '../../decide/new/review-types';
import { wallClock } from '../../lib/time/clock';
import { makeCertificates, type OwnCertificates } from './certificates';
import { WebhookListener } from './listener';
import type { Proof } from './sender';

const KNOWN = '/mutate/known';
const NOBODY: Proof = {
  knowsPath: () => false,
  revision: 0,
  byCertificate: false,
  clientNames: [],
  believesAnyone: false,
};
const BY_PATH: Proof = { ...NOBODY, knowsPath: (path) => path === KNOWN };
const BY_CERTIFICATE: Proof = { ...NOBODY, byCertificate: true };
const OPERATION = { op: 'add', path: '/metadata/annotations', value: {} } as const;

let material: OwnCertificates;
/** Who signs what API servers show, and what they and others do show. */
let authority: TestAuthority;
let client: Shown;
let other: Shown;
let listener: WebhookListener | undefined;
let reviewed: AdmissionRequest[] = [];
const unproven = vi.fn();

beforeAll(async () => {
  material = await makeCertificates(['127.0.0.1', 'localhost'], wallClock.now());
  authority = await TestAuthority.create('cluster');
  client = await authority.issue('kube-apiserver');
  other = await (await TestAuthority.create('cluster')).issue('kube-apiserver');
});

afterEach(async () => {
  await listener?.close();
  reviewed = [];
  unproven.mockClear();
});

async function listen(proof: Proof): Promise<number> {
  listener = new WebhookListener({
    host: '127.0.0.1',
    port: 0,
    maxConcurrent: 8,
    proof,
    review: (asked) => {
      reviewed.push(asked);
      return { allowed: true, operations: [OPERATION] };
    },
    shed: () => {},
    unproven,
  });
  await listener.start({ ...material, ...(proof.byCertificate && { clientCaPem: authority.pem }) });
  return listener.port ?? 0;
}

type Shown = Awaited<ReturnType<TestAuthority['issue']>>;

interface Posting {
  path?: string;
  shows?: Shown;
  body?: string;
}

function review(padding = 0): string {
  const userInfo = { username: 'mallory' };
  return JSON.stringify({
    kind: 'AdmissionReview',
    request: { uid: 'u', userInfo, pad: 'x'.repeat(padding) },
  });
}

/** What is answered: `patched`, `unchanged` or a status. */
function post(port: number, { path = '/mutate', shows, body = review() }: Posting = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      ca: material.caPem,
      path,
      method: 'POST',
      agent: false,
      ...shows,
    };
    const headers = { 'content-length': Buffer.byteLength(body) };
    const sent = request({ ...options, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(meaning(response.statusCode ?? 0, text)));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function meaning(status: number, text: string): string {
  if (status !== 200) return String(status);
  const { response } = JSON.parse(text);
  expect([response.uid, response.allowed]).toEqual(['u', true]);
  return response.patch === undefined ? 'unchanged' : 'patched';
}

describe('a review', () => {
  it('counts where it is posted to the path that only the API server knows', async () => {
    const port = await listen(BY_PATH);
    expect(await post(port, { path: `${KNOWN}?timeout=5s` })).toBe('patched');
    expect(reviewed[0]?.userInfo).toEqual({ username: 'mallory' });
    expect(unproven).not.toHaveBeenCalled();
  });

  it.each(['/mutate', '/mutate/', '/mutate/guessed', `${KNOWN}x`, `${KNOWN}/`, '/mutate/?x=/mutate/known'])(
    'posted to %s is allowed, unchanged, and only counted',
    async (path) => {
      expect(await post(await listen(BY_PATH), { path })).toBe('unchanged');
      expect(reviewed).toEqual([]);
      expect(unproven).toHaveBeenCalledOnce();
    },
  );

  it('of a stranger is not read where it is large', async () => {
    const port = await listen(BY_PATH);
    expect(await post(port, { body: review(70_000) })).toBe('413');
    expect(await post(port, { path: KNOWN, body: review(70_000) })).toBe('patched');
    expect(await post(port, { path: KNOWN, body: review(1_000_000) })).toBe('patched');
  });

  it('is believed from anyone where the settings say so, but not who asks', async () => {
    const port = await listen({ ...BY_PATH, believesAnyone: true });
    expect(await post(port, { body: review(70_000) })).toBe('patched');
    expect(reviewed[0]).toMatchObject({ uid: 'u' });
    expect(reviewed[0]?.userInfo).toBeUndefined();
  });

  it('counts with the certificate of the API server, and then by no path', async () => {
    const port = await listen(BY_CERTIFICATE);
    expect(await post(port, { shows: client })).toBe('patched');
    expect(await post(port, { path: KNOWN })).toBe('unchanged');
    expect(await post(port, { path: KNOWN, shows: other })).toBe('unchanged');
    expect(reviewed).toHaveLength(1);
  });

  it('counts only with a name that is in the settings, if any is', async () => {
    expect(
      await post(await listen({ ...BY_CERTIFICATE, clientNames: ['front-proxy'] }), { shows: client }),
    ).toBe('unchanged');
    await listener?.close();
    const names = ['front-proxy', 'kube-apiserver'];
    expect(await post(await listen({ ...BY_CERTIFICATE, clientNames: names }), { shows: client })).toBe(
      'patched',
    );
  });

  it('does not count on a resumed session that never had a certificate', async () => {
    const port = await listen(BY_CERTIFICATE);
    const session = await sessionOf(port);
    const socket = connect({ host: '127.0.0.1', port, ca: material.caPem, session });
    await new Promise<void>((resolve) => socket.once('secureConnect', () => resolve()));
    expect(socket.isSessionReused()).toBe(true);
    expect(await postOn(socket)).toBe('unchanged');
    socket.destroy();
  });
});

/** A session of a client that shows no certificate, to be resumed. */
function sessionOf(port: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca: material.caPem });
    socket.on('error', reject);
    socket.once('session', (session) => {
      resolve(session);
      socket.destroy();
    });
  });
}

function postOn(socket: TLSSocket): Promise<string> {
  return new Promise((resolve) => {
    const body = review();
    socket.once('data', (data) => {
      const [head = '', text = ''] = data.toString('utf8').split('\r\n\r\n');
      resolve(meaning(Number(head.slice(9, 12)), text));
    });
    socket.write(`POST /mutate HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
}

import { request as httpsRequest } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { connect } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE } from '@/tests/support/patience';
import type { AdmissionVerdict } from '../../decide/new/review-types';
import { wallClock } from '../../lib/time/clock';
import { LIFETIMES, makeCertificates, type OwnCertificates } from './certificates';
import { MAX_BODY_BYTES } from './http-lane';
import { type ListenerOptions, WebhookListener } from './listener';
import type { Proof } from './sender';

const HOSTS = ['127.0.0.1', 'localhost'];
/** The path that the API server of these tests knows. */
const SECRET = '/mutate/known';
const BY_PATH: Proof = {
  knowsPath: (path) => path === SECRET,
  revision: 0,
  byCertificate: false,
  clientNames: [],
  believesAnyone: false,
};
let material: OwnCertificates;
let listener: WebhookListener | undefined;

beforeAll(async () => {
  material = await makeCertificates(HOSTS, wallClock.now());
});

afterEach(async () => {
  await listener?.close();
  listener = undefined;
});

async function listen(options: Partial<ListenerOptions> = {}): Promise<number> {
  listener = new WebhookListener({
    host: '127.0.0.1',
    port: 0,
    maxConcurrent: 8,
    proof: BY_PATH,
    unproven: () => {},
    review: () => ({ allowed: true }),
    shed: () => {},
    ...options,
  });
  await listener.start(material);
  return listener.port ?? 0;
}

interface Answer {
  status: number | undefined;
  body: string;
}

function send(
  port: number,
  body: string | Buffer,
  { path = `${SECRET}?timeout=5s`, method = 'POST', ca = material.caPem } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpsRequest({ host: '127.0.0.1', port, ca, path, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function review(uid = 'u1'): string {
  return JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: { uid } });
}

describe('the listener', () => {
  it('answers a review with its uid and the patch in base64', async () => {
    const operations = [{ op: 'add', path: '/metadata/annotations', value: {} }] as const;
    const port = await listen({ review: () => ({ allowed: true, operations, warnings: ['mind this'] }) });
    const { status, body } = await send(port, review('abc'));
    expect(status).toBe(200);
    const answer = JSON.parse(body);
    expect(answer).toMatchObject({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid: 'abc', allowed: true, patchType: 'JSONPatch', warnings: ['mind this'] },
    });
    expect(JSON.parse(Buffer.from(answer.response.patch, 'base64').toString('utf8'))).toEqual(operations);
  });

  it('answers a denial with the status the API server passes on', async () => {
    const denial = { code: 403, reason: 'Forbidden', message: 'no' };
    const port = await listen({ review: () => ({ allowed: false, denial }) });
    const { body } = await send(port, review());
    expect(JSON.parse(body).response).toMatchObject({ allowed: false, status: { code: 403, message: 'no' } });
  });

  it.each([
    ['no JSON', 'so what', 400],
    ['no review', '{}', 400],
    ['null', 'null', 400],
    ['a review without a uid', '{"request":{}}', 400],
    ['an empty body', '', 400],
  ])('rejects %s', async (_name, body, status) => {
    expect((await send(await listen(), body)).status).toBe(status);
  });

  it('serves one path and one method, and reports that it lives', async () => {
    const port = await listen();
    expect((await send(port, review(), { path: '/other' })).status).toBe(404);
    expect((await send(port, '', { method: 'PUT' })).status).toBe(405);
    expect(await send(port, '', { path: '/healthz', method: 'GET' })).toEqual({ status: 200, body: 'ok' });
  });

  it('accepts a body just below the limit and rejects a larger one with 413', async () => {
    const port = await listen();
    const padded = (size: number) => {
      const head = '{"request":{"uid":"u","pad":"';
      return `${head}${'x'.repeat(size - head.length - 3)}"}}`;
    };
    expect((await send(port, padded(MAX_BODY_BYTES))).status).toBe(200);
    expect((await send(port, padded(MAX_BODY_BYTES + 1))).status).toBe(413);
  });

  it('reads no body without a stated length', async () => {
    const made = vi.fn(() => ({ allowed: true }));
    const port = await listen({ review: made });
    const head = `POST ${SECRET} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`;
    expect(await exchange(port, [head, '100000\r\n', 'x'.repeat(1024 * 1024)], 1)).toEqual(['411']);
    expect(made).not.toHaveBeenCalled();
  });

  it('rejects one review too many at once, before any work on it', async () => {
    const waiting: (() => void)[] = [];
    let turnedAway = 0;
    const port = await listen({
      maxConcurrent: 2,
      review: () =>
        new Promise<AdmissionVerdict>((resolve) => waiting.push(() => resolve({ allowed: true }))),
      shed: () => turnedAway++,
    });
    const inHand = [send(port, review('1')), send(port, review('2'))];
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect((await send(port, review('3'))).status).toBe(503);
    expect(turnedAway).toBe(1);
    for (const release of waiting) release();
    expect((await Promise.all(inHand)).map(({ status }) => status)).toEqual([200, 200]);
    const later = send(port, review('4'));
    while (waiting.length < 3) await new Promise((resolve) => setImmediate(resolve));
    waiting[2]?.();
    expect((await later).status).toBe(200);
  });

  it('is not blocked by connections that never send a review, nor by reviews that never end', async () => {
    const port = await listen({ maxConcurrent: 2 });
    const idle = Array.from({ length: 50 }, () => connectTcp(port, '127.0.0.1'));
    const stalled = await Promise.all([keptConnection(port), keptConnection(port)]);
    for (const connection of stalled) connection.begin();
    await vi.waitFor(async () => expect((await send(port, review())).status).toBe(503), {
      ...PATIENCE,
      interval: 1,
    });
    await vi.waitFor(async () => expect((await send(port, review())).status).toBe(200), PATIENCE);
    for (const connection of stalled) connection.close();
    for (const socket of idle) socket.destroy();
  });

  it('speaks TLS 1.2 and newer only', async () => {
    const port = await listen();
    const protocolOf = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
      new Promise<string | null>((resolve, reject) => {
        const socket = connect(
          {
            host: '127.0.0.1',
            port,
            ca: material.caPem,
            servername: 'localhost',
            minVersion: version,
            maxVersion: version,
            ciphers: 'DEFAULT@SECLEVEL=0',
          },
          () => {
            resolve(socket.getProtocol());
            socket.destroy();
          },
        );
        socket.on('error', reject);
      });
    await expect(protocolOf('TLSv1.1')).rejects.toThrow();
    expect(await protocolOf('TLSv1.2')).toBe('TLSv1.2');
    expect(await protocolOf('TLSv1.3')).toBe('TLSv1.3');
  });

  it('serves a new certificate to new connections and keeps the existing ones', async () => {
    const port = await listen();
    const old = await keptConnection(port);
    expect(await old.ask()).toMatch(/^HTTP\/1.1 200/);
    const renewed = await makeCertificates(HOSTS, wallClock.now(), LIFETIMES);
    listener?.setMaterial(renewed);
    expect(await old.ask()).toMatch(/^HTTP\/1.1 200/);
    old.close();
    await expect(send(port, review())).rejects.toThrow(/certificate/);
    expect((await send(port, review(), { ca: renewed.caPem })).status).toBe(200);
  });

  it('answers the current review before it closes', async () => {
    const waiting: ((verdict: AdmissionVerdict) => void)[] = [];
    const port = await listen({ review: () => new Promise((resolve) => waiting.push(resolve)) });
    const connection = await keptConnection(port);
    const answer = connection.ask();
    while (waiting.length < 1) await new Promise((resolve) => setImmediate(resolve));
    const closed = listener?.close();
    waiting[0]?.({ allowed: true });
    expect(await answer).toMatch(/^HTTP\/1.1 200.*connection: close/is);
    await closed;
  });

  it('closes soon, even if a client stalls', async () => {
    const port = await listen();
    const stalled = await keptConnection(port);
    stalled.begin();
    const idle = connectTcp(port, '127.0.0.1');
    await new Promise<void>((resolve) => idle.once('connect', () => resolve()));
    await listener?.close();
    stalled.close();
    idle.destroy();
  });

  it.each<[string, string[], string[]]>([
    [
      'answers reviews sent one behind the other in their order',
      [posted(review('first')), posted(review('second'))],
      ['200 first', '200 second'],
    ],
    [
      'asks for the body of a client that waits for that',
      [posted(review('waited'), 'expect: 100-continue')],
      ['100', '200 waited'],
    ],
    [
      'tells apart heads that follow others like them',
      [
        ...['a', 'b', 'longer', 'c'].map((uid) => posted(review(uid))),
        posted('', '', '/other'),
        posted(review('d')),
      ],
      ['200 a', '200 b', '200 longer', '200 c', '404', '200 d'],
    ],
    [
      'goes on with a connection after turning a request away',
      [posted('', '', '/other'), posted(review('after'))],
      ['404', '200 after'],
    ],
  ])('%s', async (_name, sent, answers) => {
    expect(await exchange(await listen(), sent, answers.length)).toEqual(answers);
  });

  it.each([1, 7, 100, 4096])('reads reviews that arrive %i bytes at a time', async (size) => {
    const port = await listen();
    const sent = posted(review('slow')) + posted(review('next'), 'user-agent: kube-apiserver-admission');
    const socket = connect({ host: '127.0.0.1', port, ca: material.caPem, servername: 'localhost' });
    socket.setNoDelay(true);
    let received = '';
    const answered = new Promise<void>((resolve) => {
      socket.on('data', (data) => {
        received += data.toString('latin1');
        if (answersIn(received).length === 2) resolve();
      });
    });
    for (let at = 0; at < sent.length; at += size)
      await new Promise((resolve) => socket.write(sent.slice(at, at + size), resolve));
    await answered;
    socket.destroy();
    expect(answersIn(received)).toEqual(['200 slow', '200 next']);
  });

  it('answers a hundred reviews sent at once, in order, while each has to wait', async () => {
    const port = await listen({
      review: () => new Promise((resolve) => setImmediate(() => resolve({ allowed: true }))),
    });
    const uids = Array.from({ length: 100 }, (_, index) => `r${index}`);
    const sent = uids.map((uid) => posted(review(uid)));
    expect(await exchange(port, [sent.join('')], uids.length)).toEqual(uids.map((uid) => `200 ${uid}`));
  });

  it.each([
    ['two lengths', 'content-length: 3'],
    ['a length and chunks', 'transfer-encoding: chunked'],
    ['a header that is none', 'no header'],
    ['a header with a control character', 'x: a\u0000b'],
  ])('closes the connection of a post with %s, unread', async (_name, header) => {
    const made = vi.fn(() => ({ allowed: true }));
    const port = await listen({ review: made });
    expect(await exchange(port, [posted(review(), header)], 1)).toEqual([]);
    expect(made).not.toHaveBeenCalled();
    expect(await exchange(port, [posted(review('plain')), posted(review(), header)], 2)).toEqual([
      '200 plain',
    ]);
  });

  it('counts no review whose connection ends before it is complete', async () => {
    const port = await listen({ maxConcurrent: 1 });
    for (let index = 0; index < 3; index++) {
      const broken = await keptConnection(port);
      broken.begin();
      await vi.waitFor(async () => expect((await send(port, review())).status).toBe(503), {
        ...PATIENCE,
        interval: 1,
      });
      broken.close();
      await vi.waitFor(async () => expect((await send(port, review())).status).toBe(200), PATIENCE);
    }
  });

  it('admits an object unchanged when its review fails', async () => {
    const port = await listen({
      review: () => {
        throw new Error('a fault of ours');
      },
    });
    const { status, body } = await send(port, review('u'));
    expect([status, JSON.parse(body).response]).toEqual([200, { uid: 'u', allowed: true }]);
  });

  it('closes the connection of a client that asks for it, after its answer', async () => {
    const port = await listen();
    expect(await exchange(port, [posted(review('last'), 'connection: close')], Infinity)).toEqual([
      '200 last',
    ]);
  });

  it('survives garbage on its port', async () => {
    const port = await listen();
    await new Promise<void>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, ca: material.caPem, servername: 'localhost' }, () =>
        socket.write('\u0000\u0001 nonsense\r\n\r\n'),
      );
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
    expect((await send(port, review())).status).toBe(200);
  });

  it('answers nothing without TLS', async () => {
    let reviewed = 0;
    const port = await listen({
      review: () => {
        reviewed++;
        return { allowed: true };
      },
    });
    const answered = await new Promise<string>((resolve) => {
      let data = '';
      const socket = connectTcp({ host: '127.0.0.1', port }, () => socket.write(posted(review())));
      socket.on('data', (chunk) => {
        data += chunk.toString('latin1');
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(data));
    });
    expect(answered).not.toContain('HTTP/1.1');
    expect(reviewed).toBe(0);
  });

  it('reports that its port is taken', async () => {
    const port = await listen();
    const second = new WebhookListener({
      host: '127.0.0.1',
      port,
      maxConcurrent: 1,
      proof: BY_PATH,
      unproven: () => {},
      review: () => ({ allowed: true }),
      shed: () => {},
    });
    await expect(second.start(material)).rejects.toThrow(/EADDRINUSE/);
    await second.close();
  });
});

/** A connection that sends one review after another. */
async function keptConnection(port: number) {
  const socket = connect({ host: '127.0.0.1', port, ca: material.caPem, servername: 'localhost' });
  await new Promise<void>((resolve) => socket.once('secureConnect', () => resolve()));
  return {
    ask: () =>
      new Promise<string>((resolve, reject) => {
        socket.once('data', (data) => resolve(data.toString('utf8')));
        socket.once('error', reject);
        const body = review();
        socket.write(`POST ${SECRET} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      }),
    /** Sends the head of a review and the first byte of its body, and nothing more. */
    begin: () => {
      socket.on('error', () => {});
      socket.write(`POST ${SECRET} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{`);
    },
    close: () => socket.destroy(),
  };
}

function posted(body: string, header = '', path = SECRET): string {
  const headers = ['host: x', `content-length: ${body.length}`, ...(header ? [header] : [])];
  return `POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Sends all of `sent` on one connection; returns status and uid of the answers until there are `count` or it
 * closes.
 */
function exchange(port: number, sent: readonly string[], count: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca: material.caPem, servername: 'localhost' }, () => {
      for (const part of sent) socket.write(part);
    });
    let received = '';
    const finish = () => {
      resolve(answersIn(received));
      socket.destroy();
    };
    socket.on('data', (data) => {
      received += data.toString('latin1');
      if (answersIn(received).length === count) finish();
    });
    socket.on('close', finish);
    socket.on('error', reject);
  });
}

/** Status and uid of every complete answer in `received`. */
function answersIn(received: string): string[] {
  const answers: string[] = [];
  for (let rest = received; ; ) {
    const bodyAt = rest.indexOf('\r\n\r\n') + 4;
    const length = Number(/content-length: (\d+)/i.exec(rest.slice(0, bodyAt))?.[1] ?? 0);
    if (bodyAt < 4 || rest.length < bodyAt + length) return answers;
    const uid = /"uid":"(.*?)"/.exec(rest.slice(bodyAt, bodyAt + length))?.[1];
    answers.push(rest.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length) + (uid ? ` ${uid}` : ''));
    rest = rest.slice(bodyAt + length);
  }
}

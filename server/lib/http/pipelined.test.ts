import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { endPipelined, readInPieces } from './pipelined';

const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
let close = async (): Promise<void> => {};
afterEach(() => close());

/** Sends texts of eight requests or more, each after eight answers to the one before; how many are answered and served. */
async function send(texts: readonly string[], answer: RequestListener) {
  let served = 0;
  const server = createServer((request, response) => {
    if (endPipelined(request, response)) return;
    served++;
    answer(request, response);
  });
  let made = 0;
  server.on('connection', readInPieces).on('request', () => made++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => new Promise((resolve) => server.close(() => resolve()));
  const left = [...texts];
  return new Promise<{ answers: number; served: number; made: number }>((resolve) => {
    let said = '';
    const answers = () => said.match(/HTTP\/1.1 200/g)?.length ?? 0;
    const next = () => {
      const text = left.shift();
      if (text) socket.write(text);
      else socket.end();
    };
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', next);
    socket.on('error', () => undefined).on('close', () => resolve({ answers: answers(), served, made }));
    socket.on('data', (part) => {
      said += part;
      if (answers() === 8 * (texts.length - left.length)) next();
    });
  });
}

describe('a connection', () => {
  it('is ended with the ninth request that comes before an answer, and no more of them are served', async () => {
    const ended = await send([REQUEST.repeat(1_500)], () => {});
    expect(ended).toMatchObject({ answers: 0, served: 8 });
    expect(ended.made).toBeLessThan(30);
  });

  it('may send as many as it likes, eight at a time', async () => {
    const rounds = Array<string>(20).fill(REQUEST.repeat(8));
    const answered = await send(rounds, (_request, response) => response.end());
    expect(answered).toMatchObject({ answers: 160, served: 160 });
  });
});

import { describe, expect, it } from 'vitest';
import { AppError } from '@/server/lib/report/errors';
import { answer } from './answer';

const REQUEST = new Request('http://localhost/api/things/a');
const CONTEXT = { name: 'a' };

/** The same error as another bundle of this code would throw it. */
function fromAnotherBundle(): Error {
  return Object.assign(new Error('There is no such object: x'), {
    name: 'AppError',
    code: 'not-found',
    status: 404,
    fields: [],
  });
}

describe('a route handler', () => {
  it("sends the function's result as JSON", async () => {
    const handler = answer<{ name: string }>((_, { name }) => ({ hello: name }), 'public');
    const response = await handler(REQUEST, CONTEXT);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ hello: 'a' });
  });

  it('passes a response on as it is', async () => {
    const response = await answer<{ name: string }>(() => new Response('text', { status: 202 }), 'public')(
      REQUEST,
      CONTEXT,
    );
    expect([response.status, await response.text()]).toEqual([202, 'text']);
  });

  it.each([
    [
      'a refusal',
      () => new AppError('invalid', 'x', [{ field: 'spec', message: 'is wrong' }]),
      422,
      'invalid',
    ],
    ['a refusal from another bundle', fromAnotherBundle, 404, 'not-found'],
    ['a fault of ours', () => new TypeError('x is undefined'), 500, 'internal'],
    ['a call that comes too soon', () => new AppError('not-ready'), 503, 'not-ready'],
    ['something that is no error', () => 'oops', 500, 'internal'],
  ])('answers %s with its status and the common error body', async (_, thrown, status, code) => {
    const handler = answer<{ name: string }>(() => {
      throw thrown();
    }, 'public');
    const response = await handler(REQUEST, CONTEXT);
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(code === 'not-ready' ? '1' : null);
    expect(await response.json()).toEqual({ code, message: expect.any(String), fields: expect.any(Array) });
  });
});

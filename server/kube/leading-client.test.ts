import { expect, it } from 'vitest';
import { loggerTo } from '../lib/report/log';
import type { RequestOptions } from './client';
import { KubeError } from './errors';
import { leadingClient } from './leading-client';

function setup() {
  const sent: string[] = [];
  const lines: string[] = [];
  let whileWaiting = () => {};
  const client = {
    request: async <T>(method: string, path: string, { beforeSend }: RequestOptions = {}): Promise<T> => {
      whileWaiting();
      beforeSend?.();
      sent.push(`${method} ${path}`);
      return undefined as T;
    },
  };
  const state = { leads: true };
  const log = loggerTo({ write: (line) => void lines.push(line) });
  return {
    leading: leadingClient(client, () => state.leads, log),
    sent,
    lines,
    loseWhileWaiting: () => {
      whileWaiting = () => {
        state.leads = false;
      };
    },
  };
}

it('sends nothing that changes something once another may lead, and says why', async () => {
  const { leading, sent, lines, loseWhileWaiting } = setup();
  await leading.request('PATCH', '/x');
  loseWhileWaiting();
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const thrown = await leading.request(method, '/y').catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(KubeError);
    expect(thrown).toMatchObject({
      kind: 'not-leading',
      message: `${method} /y: not sent, since this process no longer leads`,
    });
  }
  await leading.request('GET', '/y');
  expect(sent).toEqual(['PATCH /x', 'GET /y']);
  expect(lines.filter((line) => line.includes('Not sent: this process no longer leads'))).toHaveLength(4);
});

it('asks what else has to be asked, too', async () => {
  const { leading, sent } = setup();
  const beforeSend = () => {
    throw new Error('the policy changed');
  };
  await expect(leading.request('POST', '/x', { beforeSend })).rejects.toThrow('the policy changed');
  expect(sent).toEqual([]);
});

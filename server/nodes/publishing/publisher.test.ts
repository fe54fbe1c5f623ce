import { expect, it } from 'vitest';
import { KubeClient } from '@/server/kube/client';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { Node } from '@/server/objects/types';
import { cleanUpAfterEach, cleanups } from '@/tests/support/cleanups';
import { answerJson, refusal, ScriptedApi } from '@/tests/support/scripted-api';
import { IDLE_CPU } from './idle-resources';
import { Publisher } from './publisher';

cleanUpAfterEach();

const node = (name: string): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  status: { capacity: { [IDLE_CPU]: '1' } },
});

/** A publisher on an API server of its own. */
async function publishing(mayWrite = () => true) {
  const api = await ScriptedApi.start();
  cleanups.push(() => api.close());
  const client = KubeClient.connect(api.access());
  cleanups.push(() => client.close());
  const board = new ProblemBoard(new ManualClock(0), silentLogger);
  const publisher = new Publisher({ client, problems: board.by('nodes'), untilMs: 0, mayWrite });
  const withdraw = (...names: string[]) => publisher.withdraw(names.map(node), new AbortController().signal);
  return { api, board, withdraw };
}

it('leaves the other nodes to the next once this process no longer writes', async () => {
  let isLeading = true;
  const { api, withdraw } = await publishing(() => isLeading);
  api.next((_, response) => {
    isLeading = false;
    answerJson(response, 200, {});
  });
  await withdraw('a', 'b');
  expect(api.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['PATCH /api/v1/nodes/a/status']);
});

it('names the node that refuses for as long as others do not, and the right once many do', async () => {
  const { api, board, withdraw } = await publishing();
  const refuse: Parameters<typeof api.next>[0] = (_, response) =>
    answerJson(response, 403, refusal(403, 'Forbidden', 'may not patch nodes/status'));
  const told = async (...names: string[]) => {
    await withdraw(...names);
    return board.list().map(({ message }) => message.slice(0, message.lastIndexOf(': PATCH')));
  };
  const sentence = 'Idle resources cannot be written to the status of nodes';
  api.next(refuse);
  api.next((_, response) => answerJson(response, 200, node('b')));
  expect(await told('a', 'b')).toEqual([`${sentence}: Node a`]);
  api.next(refuse);
  expect(await told('a')).toEqual([`${sentence}: Node a`]);
  for (let time = 0; time < 3; time++) api.next(refuse);
  expect(await told('a', 'b', 'c', 'd')).toEqual([`${sentence}: nodes/status`]);
  api.next(refuse);
  expect(await told('a')).toEqual([`${sentence}: nodes/status`]);
});

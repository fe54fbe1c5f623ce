import { expect, it } from 'vitest';
import { ManualClock } from '@/server/clock';
import { KubeClient } from '@/server/kube/client';
import type { Node } from '@/server/kube/types';
import { silentLogger } from '@/server/log';
import { ProblemBoard } from '@/server/problems';
import { cleanUpAfterEach, cleanups } from '@/tests/support/cleanups';
import { answerJson, ScriptedApi } from '@/tests/support/scripted-api';
import { IDLE_CPU } from './idle-resources';
import { Publisher } from './publisher';

cleanUpAfterEach();

const node = (name: string): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  status: { capacity: { [IDLE_CPU]: '1' } },
});

it('leaves the other nodes to the next once this process no longer writes', async () => {
  const api = await ScriptedApi.start();
  cleanups.push(() => api.close());
  const client = KubeClient.connect(api.access());
  cleanups.push(() => client.close());
  let isLeading = true;
  api.next((_, response) => {
    isLeading = false;
    answerJson(response, 200, {});
  });
  const problems = new ProblemBoard(new ManualClock(0), silentLogger).by('nodes');
  const publisher = new Publisher({ client, problems, untilMs: 0, mayWrite: () => isLeading });
  await publisher.withdraw([node('a'), node('b')], new AbortController().signal);
  expect(api.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['PATCH /api/v1/nodes/a/status']);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { EVERY_CHANGE } from '@/server/decide/features/approvals/rules';
import { KubeClient } from '@/server/kube/client';
import { ManualClock } from '@/server/lib/time/clock';
import { input, NOW_MS, pod, vpa, workload } from '@/tests/support/plan-input';
import { contextOver } from '@/tests/support/role-context';
import { answerJson, refusal, ScriptedApi } from '@/tests/support/scripted-api';
import { Planner } from '../../decide/running/plan';
import type { WorkloadInput } from '../../decide/running/plan-input';
import { ApprovalActuator } from './approval-actuator';

let api: ScriptedApi;

beforeEach(async () => {
  api = await ScriptedApi.start();
});
afterEach(() => api.close());

/** A VPA with a change that waits for a person. */
function waitingIn(namespace: string, name: string): WorkloadInput {
  const object = vpa();
  object.metadata = { ...object.metadata, namespace, name };
  return workload([pod(name)], object, { approvals: { rules: EVERY_CHANGE, decisions: [] } });
}

it('notes what waits on every VPA in the end, however many others can never be written', async () => {
  const locked = Array.from({ length: 150 }, (_, index) => waitingIn('locked', `w${index}`));
  const workloads = [...locked, waitingIn('shop', 'web')];
  const client = KubeClient.connect(api.access(), { qps: 10_000, burst: 10_000 });
  const { clock, log, events, problems } = contextOver(client, defaultConfig(), new ManualClock(NOW_MS));
  const actuator = new ApprovalActuator({ client, clock, log, events, problems, mayAct: () => true });
  const plan = new Planner().plan(input(workloads));
  const wasWritten = () => api.requests.some(({ url }) => url.endsWith('/shop/verticalpodautoscalers/web'));
  for (let pass = 0; pass < 3; pass++) {
    api.next(
      ...workloads.map(() => (request: { url?: string }, response: Parameters<typeof answerJson>[0]) => {
        if (request.url?.includes('/locked/')) answerJson(response, 403, refusal(403, 'Forbidden', 'locked'));
        else answerJson(response, 200, {});
      }),
    );
    await actuator.prepare({ plan, workloads, faults: [] }, []);
  }
  expect(wasWritten()).toBe(true);
  await client.close();
});

import { afterEach, expect, it } from 'vitest';
import { VisibleNamespaces } from '@/server/access';
import { memoryFrom } from '@/server/model/quantity';
import { LivingScenario } from '../support/living-scenario';
import { until } from '../support/until';

const MIB = 2 ** 20;

let scenario: LivingScenario;

afterEach(() => scenario.stop());

it('a workload that a change of ours kills is stopped at its first pod, told as ours, and given back what it had', async () => {
  scenario = await LivingScenario.start('hungry-start', 'ledger', { clockSpeed: 600 });
  const { running } = scenario;
  const asked = { params: new URLSearchParams(), reach: VisibleNamespaces.all };
  const undone = async () => {
    const { rows } = await running.pages.inbox.list(asked);
    return rows.flatMap(({ items }) => items).find(({ code }) => code === 'undone');
  };
  await until('the line of what was undone', async () => (await undone()) !== undefined);
  expect(await undone()).toMatchObject({
    about: expect.stringContaining('ledger/accounts'),
    cause: 'undone',
  });

  const memory = () =>
    scenario
      .pods('accounts')
      .map(({ spec }) => memoryFrom(spec.containers[0]?.resources?.requests?.memory ?? 0) / MIB);
  await until('all pods with what they had', () => memory().join() === '1024,1024,1024');
  const actions = (await scenario.actions()).filter(({ vpa }) => vpa === 'accounts');
  expect(actions.some(({ cameOfIt }) => cameOfIt === 'undone')).toBe(true);
  expect(new Set(actions.filter(({ action }) => action === 'evict').map(({ pod }) => pod)).size).toBeLessThan(
    3,
  );
});

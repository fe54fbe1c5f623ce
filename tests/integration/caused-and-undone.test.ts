import { afterEach, expect, it } from 'vitest';
import { VisibleNamespaces } from '@/server/access';
import { memoryFrom } from '@/server/objects/quantity';
import { LivingScenario } from '../support/living-scenario';
import { until } from '../support/until';

const MIB = 2 ** 20;
const HOUR_MS = 3_600_000;
const STATED = { app: { memory: 1024 * MIB } };

let scenario: LivingScenario;

afterEach(() => scenario.stop());

it('a workload that a change of ours kills is stopped at its first pod, told as ours, and given back what it had', async () => {
  // As by default: a pass comes late on a busy machine, and what came of the first pod is known before the next goes.
  scenario = await LivingScenario.start('hungry-start', 'ledger', { clockSpeed: 600, canaryMs: HOUR_MS });
  const { running } = scenario;
  const asked = { params: new URLSearchParams(), reach: VisibleNamespaces.all };
  const undone = async () => {
    const { rows } = await running.pages.inbox.list(asked);
    // Kills of that day may head the line of the workload.
    const told = rows.flatMap(({ items }) => items).flatMap((item) => [item, ...(item.also ?? [])]);
    return told.find(({ code }) => code === 'undone');
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
  // The first may be given a little more before all is undone; the others keep what they state.
  const ofStated = actions.filter(
    ({ action, before }) => action === 'evict' && (before as typeof STATED).app.memory === STATED.app.memory,
  );
  expect(ofStated.map(({ cameOfIt }) => cameOfIt)).toEqual(['undone']);
});

it('a workload in mode Initial is told as stated so until a pod of it has its requests from us', async () => {
  scenario = await LivingScenario.start('small-shop', 'shop', { sandboxPastMs: 8 * 86_400_000 });
  const { running } = scenario;
  const asked = { params: new URLSearchParams(), reach: VisibleNamespaces.all };
  const told = async () => {
    const { rows } = await running.pages.inbox.list(asked);
    return rows.flatMap(({ items }) => items).find(({ about }) => about === 'shop/mailer')?.cause;
  };
  const requestsBy = () => {
    if (!running.handles.recommender?.detail('shop', 'mailer')) return undefined;
    return running.workload('shop', 'mailer').requestsBy;
  };
  await until('its line', async () => (await told()) !== undefined);
  expect([await told(), requestsBy()]).toEqual(['as-stated', 'template']);

  await until('admission', () => running.handles.admission?.health().kind === 'healthy');
  await scenario.delete(scenario.pods('mailer')[0]);
  await until('a pod with what is recommended', () => requestsBy() === 'us');
});

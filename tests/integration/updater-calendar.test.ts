import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { reasonOf, UpdatingCluster } from '../support/updating';
import { expectSilence } from '../support/witness';

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

const setCalendar = (text: string) =>
  cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'web', ({ metadata }) => {
    metadata.annotations = { ...metadata.annotations, 'plumbline.dev/calendar': text };
  });

/** A window of two hours that begins so many days from today. */
function windowIn(days: number): string {
  const day = new Date(cluster.clock.now() + days * 86_400_000);
  return `windows: [{cron: "0 0 ${day.getUTCDate()} ${day.getUTCMonth() + 1} *", for: 2h}]`;
}

it('evicts nothing outside of the windows of a calendar, and goes on once it is open', async () => {
  await cluster.admitting();
  await cluster.workload('web');
  await cluster.autoscaler('web');
  setCalendar(windowIn(3));
  const process = await cluster.updating();
  const plan = await process.plan(cluster, 'web');
  const today = Math.floor(cluster.clock.now() / 86_400_000) * 86_400_000;
  const opensMs = today + 3 * 86_400_000;
  expect(reasonOf(plan, 'outside-window')).toEqual({
    code: 'outside-window',
    from: 'vpa',
    opensMs,
    timeZone: 'UTC',
  });
  expect(plan[0]?.notBeforeMs).toBe(opensMs);
  await expectSilence(cluster, process, 'web');
  setCalendar('always');
  await process.pass(cluster);
  expect(process.actions()).toContain('evict done');
});

it('opens never with a calendar that cannot be read, and names it until it is corrected', async () => {
  await cluster.admitting();
  await cluster.workload('web');
  await cluster.autoscaler('web');
  setCalendar('timeZone: Europe/Berln\nwindows: [{from: "00:00", to: "24:00"}]');
  const process = await cluster.updating();
  const plan = await process.plan(cluster, 'web');
  expect(plan[0]?.awaits).toEqual(['calendar-corrected']);
  await expectSilence(cluster, process, 'web');
  const problems = () =>
    process.context.problems.list().map(({ code, about, message }) => ({ code, about, message }));
  expect(problems()).toContainEqual({
    code: 'calendar-unreadable',
    about: `VerticalPodAutoscaler ${NAMESPACE}/web`,
    message: expect.stringContaining('timeZone: "Europe/Berln" is no time zone; it takes an IANA name'),
  });
  setCalendar('windows: [{from: "00:00", to: "24:00"}]\nblackouts: [{from: "00:00", to: "24:00"}]');
  await process.pass(cluster);
  expect(problems().map(({ code }) => code)).toEqual(['calendar-never-opens']);
  setCalendar('timeZone: Europe/Berlin\nwindows: [{from: "00:00", to: "24:00"}]');
  await process.pass(cluster);
  expect(problems()).toEqual([]);
  expect(process.actions()).toContain('evict done');
});

it('lets the calendar of the cluster count for VPAs without their own', async () => {
  await cluster.admitting();
  for (const name of ['web', 'api']) {
    await cluster.workload(name);
    await cluster.autoscaler(name);
  }
  setCalendar('always');
  const process = await cluster.updating({ calendar: windowIn(3) });
  expect(reasonOf(await process.plan(cluster, 'api'), 'outside-window')).toMatchObject({ from: 'cluster' });
  expect(reasonOf(await process.plan(cluster, 'web'), 'outside-window')).toBeUndefined();
});

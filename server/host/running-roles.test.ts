import { expect, it } from 'vitest';
import { defaultConfig } from '../config';
import { ProblemBoard } from '../kube/problems';
import type { ClusterContext } from '../kube/role-context';
import { silentLogger } from '../lib/report/log';
import { ManualClock } from '../lib/time/clock';
import type { AnyRole, Ports } from './roles';
import { RunningRoles } from './running-roles';

function context(board: ProblemBoard): ClusterContext {
  const caches = { start: () => undefined };
  return { log: silentLogger, problems: board.by('process'), caches } as unknown as ClusterContext;
}

it('starts and stops each role whatever the others do, and gives each its own settings', async () => {
  const board = new ProblemBoard(new ManualClock(0), silentLogger);
  const ended: string[] = [];
  const given: object[] = [];
  const role = (name: string, stop: () => Promise<void>, start?: () => never): AnyRole => ({
    name,
    watches: [],
    settings: ['systemNamespace'],
    start: ({ config }) => {
      given.push(config);
      start?.();
      return {
        stop: () => {
          ended.push(name);
          return stop();
        },
      };
    },
  });
  const fail = (): never => {
    throw new Error('out of luck');
  };
  const roles = new RunningRoles(
    [
      role('first', async () => {}),
      role('broken', async () => {}, fail),
      role('stubborn', fail),
      role('rejecting', async () => fail()),
    ],
    defaultConfig(),
    board,
  );
  await roles.start(context(board), {} as Ports);
  expect(Object.keys(roles.handles)).toEqual(['first', 'stubborn', 'rejecting']);
  expect(given).toEqual(Array(4).fill({ systemNamespace: defaultConfig().systemNamespace }));
  expect(board.list()).toMatchObject([{ code: 'role-not-started', about: 'broken' }]);
  await expect(roles.stop({ clusterEndsToo: false })).rejects.toThrow('A role did not stop cleanly');
  expect(ended).toEqual(['rejecting', 'stubborn', 'first']);
});

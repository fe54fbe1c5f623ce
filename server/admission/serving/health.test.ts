import { describe, expect, it } from 'vitest';
import { ProblemBoard } from '../../kube/problems';
import { silentLogger } from '../../lib/report/log';
import { wallClock } from '../../lib/time/clock';
import { NOBODY } from '../../lib/time/repeat';
import { HealthKeeper } from './health';

/** What is told after each beat, with what each finds wrong with the pace and with the registration. */
async function toldOf(...found: { late?: string; unregistered?: string }[]): Promise<string[]> {
  const board = new ProblemBoard(wallClock, silentLogger);
  let now: (typeof found)[number] = {};
  const keeper = new HealthKeeper({
    hasVpas: () => true,
    checks: [
      { name: 'answers-in-time', isPassing: true, check: () => now.late },
      { name: 'registered', check: () => now.unregistered },
    ],
    lease: { heartbeat: async () => ({ kind: 'held' }) },
    wallClock,
    problems: board.by('admission'),
    loops: NOBODY,
  });
  const told: string[] = [];
  for (const one of found) {
    now = one;
    const { kind } = await keeper.beat();
    told.push(`${kind}: ${board.list().map(({ message }) => message.split(': ').slice(2).join(': '))}`);
  }
  return told;
}

describe('the health of admission', () => {
  it('does not renew after a stall, and tells of one only if the next check finds one too', async () => {
    const late = 'this process stalled for 4.0 s';
    expect(await toldOf({ late }, {}, { late }, { late }, {})).toEqual([
      'unhealthy: ',
      'healthy: ',
      'unhealthy: ',
      `unhealthy: ${late}`,
      'healthy: ',
    ]);
  });

  it('tells of everything else at once', async () => {
    const unregistered = 'not registered';
    expect(await toldOf({ late: 'late', unregistered }, { unregistered })).toEqual([
      'unhealthy: not registered',
      'unhealthy: not registered',
    ]);
  });
});

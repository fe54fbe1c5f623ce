import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { ProblemBoard } from '../../kube/problems';
import { silentLogger } from '../../lib/report/log';
import { ManualClock } from '../../lib/time/clock';
import { LoopRuns } from './loop-runs';

it('counts the runs of each loop, and keeps a problem as long as the last one failed', async () => {
  const metrics = new Registry();
  const board = new ProblemBoard(new ManualClock(0), silentLogger);
  const record = new LoopRuns(metrics, board.by('process'), silentLogger);
  record.ran('recommend', 'done', 0.5);
  record.ran('recommend', 'failed', 0.1, new Error('out of luck'));
  record.ran('update', 'done', 0.1);
  expect(board.list()).toMatchObject([
    { code: 'loop-failed', about: 'recommend', message: expect.stringContaining('out of luck') },
  ]);
  record.ran('recommend', 'later', 0.1);
  expect(board.list()).toEqual([]);
  const text = await metrics.metrics();
  expect(text).toContain('plumbline_loop_runs_total{loop="recommend",outcome="failed"} 1');
  expect(text).toContain('plumbline_loop_run_duration_seconds_count{loop="recommend"} 3');
});

import { describe, expect, it } from 'vitest';
import type { CronJob, Job } from '@/sandbox/controllers/workload-types';
import { cronJob } from '@/sandbox/scenarios/build';
import { START_MS, simulate } from '../../tests/support/simulated-cluster';
import { plan, steady } from '../../tests/support/small-workload';

describe('a CronJob', () => {
  it('creates a Job whenever its schedule says so and keeps three that succeeded', async () => {
    const cluster = await simulate();
    await cluster.create(
      cronJob({ ...plan('tick'), containers: [{ does: { ...steady, runSeconds: 10 } }] }, '*/2 * * * *'),
    );
    await cluster.pass(11 * 60);
    const firstMinute = START_MS / 60_000;
    expect(cluster.list<Job>('jobs.batch').map((job) => job.metadata.name)).toEqual(
      [6, 8, 10].map((minute) => `tick-${firstMinute + minute}`),
    );
    expect(cluster.get<CronJob>('cronjobs.batch', 'tick').status).toMatchObject({
      lastScheduleTime: '2026-03-02T00:10:00Z',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { acceleratedClock, wallClock } from '@/server/lib/time/clock';
import { cluster, clusterForEach, nextSecond, start } from '../support/admission-upkeep';
import { RECOMMENDED } from '../support/admitting';
import { until } from '../support/until';

clusterForEach();

const HOUR_MS = 3_600_000;

describe('pods created without their patch', () => {
  it.each([
    ['ahead of', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('are noticed by a clock an hour %s that of the cluster', async (_name, apartMs) => {
    const clock = acceleratedClock(wallClock.now() + apartMs, 1);
    const timings = { healthEveryMs: 20, conditionsEveryMs: 20, graceMs: 0 };
    const settings = { admissionObjectSelector: 'reviewed' };
    const admitting = await start(settings, { timings }, clock);
    await admitting.healthy();
    await cluster.autoscaler('web');
    await admitting.sees('web');
    await nextSecond();
    await cluster.deployment('web', 1);
    const condition = await until('the condition', () => cluster.unpatched('web'));
    expect(condition.message).toMatch(/^1 pod was created without the recommendation, at 2/);
    // If someone removes it, it is set again.
    cluster.recommend('web', RECOMMENDED);
    expect(await until('the condition again', () => cluster.unpatched('web'))).toEqual(condition);
  });
});

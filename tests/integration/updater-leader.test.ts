import { afterEach, beforeEach, describe, it } from 'vitest';
import { until } from '../support/until';
import { UpdatingCluster } from '../support/updating';

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

describe('two updaters that elect a leader', () => {
  it('act one at a time, the other taking over when the first ends', async () => {
    await cluster.workload('web', { replicas: 4 });
    const settings = { leaderElect: true, useAdmissionControllerStatus: false, updaterIntervalMs: 1000 };
    const [first, second] = [await cluster.updating(settings), await cluster.updating(settings)];
    first.updater.start();
    await until('a leader', () => first.updater.state.kind === 'running');
    second.updater.start();
    await until('a follower', () => second.updater.state.kind === 'following');
    await first.updater.stop();
    await until('a new leader', () => second.updater.state.kind === 'running');
  });
});

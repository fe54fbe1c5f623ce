import v8 from 'node:v8';
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { asking } from '@/tests/support/asking';
import { until } from '@/tests/support/until';
import type { WorkloadSummary } from '../../contract/recommendations';
import { noCost } from '../../decide/new/workload-cost';
import { ProblemBoard } from '../../kube/problems';
import { silentLogger } from '../../lib/report/log';
import { ManualClock } from '../../lib/time/clock';
import { usualPatience } from '../patience';
import { CostPages } from '.';
import { WorkloadCosts } from './workload-costs';

/** So many that their order takes several turns of the event loop. */
const MANY = 20_000;

/** Real time in which every patience is over at once. */
class NoPatience extends ManualClock {
  override async sleep(): Promise<void> {}
}

const summary = (index: number): WorkloadSummary => ({
  namespace: 'shop',
  name: `web-${index}`,
  target: { kind: 'Deployment', name: `web-${index}` },
  updateMode: 'Off',
  recommender: 'default',
  pods: 1,
  state: { kind: 'recommended' },
  conditions: [],
  containers: [],
});

const names = (csv: string) => csv.split('\r\n').flatMap((line) => line.split(',')[1] ?? []);

interface Known {
  revision: number;
  summaries: WorkloadSummary[];
}

function costPages(known: () => Known): CostPages {
  const clock = new ManualClock(0);
  const realTime = new NoPatience(0);
  const recommender = {
    summaries: {} as never,
    podChangesOf: () => [],
    costOf: () => ({ ...noCost(false), price: undefined }),
  };
  return new CostPages(
    {
      config: { prices: undefined },
      handles: { recommender },
      series: { pastOf: async () => undefined },
      clock,
      problems: new ProblemBoard(clock, silentLogger),
    },
    new WorkloadCosts(
      () => recommender,
      () => undefined,
    ),
    async () => known(),
    { patience: () => usualPatience(realTime), realTime },
  );
}

it('the file of costs has every workload of one moment once, though they change while it is made', async () => {
  let known = { revision: 0, summaries: Array.from({ length: MANY }, (_, index) => summary(index)) };
  const costs = costPages(() => known);
  const all = ['workload', ...known.summaries.map(({ name }) => name)];
  expect(names(await costs.csv(asking()))).toEqual(all);
  known = { revision: 1, summaries: known.summaries.slice(1) };
  await until('the new costs are known', async () => {
    const { matching } = await costs.list(asking('namespace=shop'));
    return matching === MANY - 1;
  });
  expect([all, all.toSpliced(1, 1)]).toContainEqual(names(await costs.csv(asking())));
});

function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
}

it('costs of earlier revisions are not held once newer ones are known', async () => {
  const known = { revision: 0, summaries: [summary(0)] };
  const costs = costPages(() => known);
  const metered = async () => new WeakRef((await costs.metered()).costs);
  const first = await metered();
  for (known.revision = 1; known.revision <= 3; known.revision++) {
    known.summaries = [summary(known.revision)];
    await until('the new costs are known', async () => {
      const { rows } = await costs.list(asking());
      return rows[0]?.name === `web-${known.revision}`;
    });
  }
  await until('the first ones are gone', async () => {
    collectGarbage();
    return first.deref() === undefined;
  });
});

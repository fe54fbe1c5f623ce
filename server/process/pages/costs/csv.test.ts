import { expect, it } from 'vitest';
import { asking } from '@/tests/support/asking';
import { until } from '@/tests/support/until';
import { ManualClock } from '../../../clock';
import { silentLogger } from '../../../log';
import { noCost } from '../../../policy/money/workload-cost';
import { ProblemBoard } from '../../../problems';
import type { WorkloadSummary } from '../../../recommender/views';
import { CostPages } from '.';

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

it('the file of costs has every workload of one moment once, though they change while it is made', async () => {
  const clock = new ManualClock(0);
  let known = { revision: 0, summaries: Array.from({ length: MANY }, (_, index) => summary(index)) };
  const costs = new CostPages(
    {
      config: { prices: undefined },
      handles: {
        recommender: {
          summaries: {} as never,
          podChangesOf: () => [],
          costOf: () => ({ ...noCost(false), price: undefined }),
        },
      },
      series: { pastOf: async () => undefined },
      clock,
      problems: new ProblemBoard(clock, silentLogger),
    },
    async () => known,
    new NoPatience(0),
  );
  const all = ['workload', ...known.summaries.map(({ name }) => name)];
  expect(names(await costs.csv(asking()))).toEqual(all);
  known = { revision: 1, summaries: known.summaries.slice(1) };
  await until('the new costs are known', async () => {
    const { matching } = await costs.list(asking('namespace=shop'));
    return matching === MANY - 1;
  });
  expect([all, all.toSpliced(1, 1)]).toContainEqual(names(await costs.csv(asking())));
});

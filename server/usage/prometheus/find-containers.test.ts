import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { findContainers } from './find-containers';
import { QueryBackOff } from './patience';
import { NO_KNOWN_PODS, PodLabels, type SeriesLabels } from './pod-labels';
import { Queries } from './queries';

const NOW_MS = Date.UTC(2026, 2, 2);
const names = defaultConfig();

/** What is found where a store tells of these, and how often something was lacking. */
async function found(containers: () => Iterable<SeriesLabels>, ofPods: () => Iterable<SeriesLabels>) {
  const wallClock = new ManualClock(NOW_MS);
  const lacking: (readonly string[])[] = [];
  const asking = {
    names,
    queries: new Queries(names),
    patience: new QueryBackOff({
      address: 'store',
      wallClock,
      problems: new ProblemBoard(wallClock, silentLogger).by('test'),
      log: silentLogger,
    }),
    labels: new PodLabels({ names }, NO_KNOWN_PODS),
    series: async function* (selector: string) {
      yield* selector.includes('kube_pod_') ? ofPods() : containers();
    },
    lacks: (namespaces: readonly string[]) => lacking.push(namespaces),
  };
  const span = { fromMs: NOW_MS - 86_400_000, toMs: NOW_MS };
  return { ...(await findContainers(asking, span, undefined)), lacking };
}

const web = { namespace: 'shop', pod: 'web', container: 'app' };

describe('the containers that a store tells of', () => {
  it('are as many as any cluster has, and the rest is told as left out', async () => {
    const { containers, unlabelled, missing, lacking } = await found(
      function* () {
        for (let index = 0; index < 500_005; index++) yield { ...web, pod: `web-${index}` };
        yield { ...web, pod: 'web-7' };
      },
      function* () {
        yield { ...web, pod: 'web-7', label_app: 'web' };
        yield { ...web, pod: 'web-500001', label_app: 'web' };
      },
    );
    expect(containers).toEqual([{ ...web, pod: 'web-7', labels: { app: 'web' } }]);
    expect(unlabelled).toBe(499_999);
    expect(missing).toEqual(['it tells of more than 500,000 containers: the rest is left out']);
    expect(lacking).toEqual([[]]);
  });

  it('have their labels counted once however often they are told, also one without a text', async () => {
    const long = 'x'.repeat(8 * 2 ** 20);
    const { containers, missing } = await found(
      function* () {
        yield web;
      },
      function* () {
        for (let time = 0; time < 40; time++) yield { ...web, label_app: long };
        yield { ...web, label_app: long, label_tier: null as unknown as string };
      },
    );
    expect({ count: containers.length, missing }).toEqual({ count: 1, missing: [] });
  });

  it('have names that Kubernetes has', async () => {
    const all = function* () {
      yield web;
      yield { ...web, pod: 'x'.repeat(254) };
      yield { ...web, container: '' };
    };
    const { containers, unlabelled, missing } = await found(all, function* () {
      for (const one of all()) yield { ...one, label_app: 'web' };
    });
    expect(containers.map(({ pod }) => pod)).toEqual(['web']);
    expect({ unlabelled, missing }).toEqual({ unlabelled: 0, missing: [] });
  });

  it('have labels of a length that is bounded over all, and what has no room is told', async () => {
    const long = 'x'.repeat(8 * 2 ** 20);
    const { containers, missing, lacking } = await found(
      function* () {
        for (let index = 0; index < 40; index++) yield { ...web, pod: `web-${index}` };
      },
      function* () {
        for (let index = 0; index < 40; index++) yield { ...web, pod: `web-${index}`, label_app: long };
      },
    );
    expect(containers).toHaveLength(31);
    expect(missing).toEqual([
      'the labels of pods are longer than those of any cluster: the rest is left out',
    ]);
    expect(lacking).toEqual([[]]);
  });
});

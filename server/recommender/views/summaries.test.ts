import { beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '../../config';
import { ObjectStore } from '../../kube/object-store';
import { ProblemBoard } from '../../kube/problems';
import { silentLogger } from '../../lib/report/log';
import { ManualClock } from '../../lib/time/clock';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { Summaries } from './summaries';
import { foreignSummary } from './vpa-view';

type Listener = Parameters<ConstructorParameters<typeof Summaries>[0]['vpas']['subscribe']>[0];

let board: ProblemBoard;
let vpas: ObjectStore<VerticalPodAutoscaler>;
let summaries: Summaries;
/** Names of VPAs that cannot be summarised. */
let broken: string[];
/** Called for each summary that is made. */
let meanwhile: (made: number) => void;

const vpa = (name: string, resourceVersion = '1'): VerticalPodAutoscaler => ({
  apiVersion: 'autoscaling.k8s.io/v1',
  kind: 'VerticalPodAutoscaler',
  metadata: { namespace: 'shop', name, uid: name, resourceVersion },
  spec: {},
});

beforeEach(() => {
  board = new ProblemBoard(new ManualClock(0), silentLogger);
  const listeners: Listener[] = [];
  vpas = new ObjectStore<VerticalPodAutoscaler>({
    added: (object) => listeners.forEach(({ added }) => void added?.(object)),
    updated: (former, object) => listeners.forEach(({ updated }) => void updated?.(former, object)),
    deleted: (object) => listeners.forEach(({ deleted }) => void deleted?.(object)),
  });
  broken = [];
  meanwhile = () => {};
  let made = 0;
  summaries = new Summaries({
    vpas: {
      get: (namespace, name) => vpas.get(namespace, name),
      list: () => vpas.values(),
      subscribe: (listener) => {
        listeners.push(listener);
        return () => {};
      },
    },
    pods: { subscribe: () => () => {} },
    vpasOf: () => [],
    summaryOf: (object) => {
      meanwhile(++made);
      if (broken.includes(object.metadata.name)) throw new Error('its spec is a riddle');
      return foreignSummary(object, defaultConfig());
    },
    problems: board.by('recommender'),
  });
});

const told = () =>
  summaries.list().map(({ name, state }) => `${name} ${'reason' in state ? state.reason : ''}`);
const named = () =>
  board.list().map(({ code, about, message }) => `${code} ${about} ${message.split(': ').at(-1)}`);

describe('the summaries of VPAs', () => {
  it('are in natural order, as of the last refresh', async () => {
    for (const name of ['web-10', 'web-9', 'api']) vpas.putListed(vpa(name));
    expect(summaries.list()).toEqual([]);
    await summaries.refresh();
    expect(summaries.list().map(({ name }) => name)).toEqual(['api', 'web-9', 'web-10']);
    const { revision } = summaries;
    vpas.putListed(vpa('web-1'));
    expect(summaries.list()).toHaveLength(3);
    await summaries.refresh();
    expect(summaries.list().map(({ name }) => name)).toEqual(['api', 'web-1', 'web-9', 'web-10']);
    expect(summaries.revision).toBeGreaterThan(revision);
    expect(summaries.refresh()).toBeUndefined();
  });

  it('are made once in a refresh, however often they change meanwhile', async () => {
    for (const name of ['api', 'web']) vpas.putListed(vpa(name));
    await summaries.refresh();
    const enough = 100;
    let last = 0;
    meanwhile = (made) => {
      last = made;
      if (made < enough) for (const name of ['api', 'web']) vpas.putListed(vpa(name, `${made}`));
    };
    vpas.putListed(vpa('api', '0'));
    await summaries.refresh();
    expect(last).toBeLessThan(10);
    expect(summaries.refresh()).toBeDefined();
  });

  it('say of one that fails that it does, and of the others what they always do', async () => {
    vpas.putListed(vpa('bad'));
    vpas.putListed(vpa('good'));
    broken = ['bad'];
    await summaries.refresh();
    expect(told()).toEqual(['bad policy-invalid', 'good other-recommender']);
    expect(named()).toEqual(['object-unusable VerticalPodAutoscaler shop/bad its spec is a riddle']);
    broken = [];
    vpas.putListed(vpa('bad', '2'));
    await summaries.refresh();
    expect(told()).toEqual(['bad other-recommender', 'good other-recommender']);
    expect(named()).toEqual([]);
  });

  it('forget a deleted one, and its fault', async () => {
    vpas.putListed(vpa('bad'));
    broken = ['bad'];
    await summaries.refresh();
    vpas.delete(vpa('bad'));
    await summaries.refresh();
    expect([told(), named()]).toEqual([[], []]);
  });
});

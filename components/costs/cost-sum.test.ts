import { expect, it } from 'vitest';
import { sumLines, targetLines } from './cost-sum';

const GIB = 2 ** 30;
const NOTHING = { cpu: 0, memory: 0 };
const amounts = {
  requests: { cpu: 3000, memory: 4 * GIB },
  use: { cpu: 1, memory: 1 },
  target: { cpu: 2000, memory: 3 * GIB },
  saving: { cpu: 1500, memory: GIB },
  growth: { cpu: 700, memory: 0 },
};

it('leads from requests to targets, with what caps take', () => {
  const lines = sumLines({ amounts, unfreed: NOTHING });
  expect(lines.map(({ cpu, memory }) => [cpu, memory])).toEqual([
    ['3 cores', '4 GiB'],
    ['− 1.5 cores', '− 1 GiB'],
    ['+ 700m', 'none'],
    ['− 200m', 'none'],
    ['2 cores', '3 GiB'],
  ]);
});

it('says what of the saving no node gets back', () => {
  const lines = sumLines({ amounts, unfreed: { cpu: 100, memory: 0 } });
  expect(lines.at(-1)).toMatchObject({ label: 'Of what is to free, kept by init containers', cpu: '100m' });
});

it('says how far what is to free and to add has come, and what the pods that are refused would take', () => {
  const none = { saving: NOTHING, growth: NOTHING };
  const stages = {
    due: { saving: { cpu: 1000, memory: GIB }, growth: NOTHING },
    held: { saving: { cpu: 500, memory: 0 }, growth: NOTHING },
    quota: { saving: NOTHING, growth: { cpu: 700, memory: 0 } },
    mode: none,
    near: none,
  };
  const refused = { pods: 2, cpu: 400, memory: GIB };
  const told = sumLines({ amounts, unfreed: NOTHING, stages, refused });
  expect(told.map(({ label, cpu, memory }) => [label, cpu, memory])).toEqual([
    ['Requests of the pods', '3 cores', '4 GiB'],
    ['To free by smaller requests', '− 1.5 cores', '− 1 GiB'],
    ['Of that, with the next changes', '1 core', '1 GiB'],
    ['Of that, held back, as the plan says', '500m', 'none'],
    ['To add by larger requests', '+ 700m', 'none'],
    ['Of that, held back by a quota', '700m', 'none'],
    ['Kept below the need by caps: no saving', '− 200m', 'none'],
    ['Targets of all pods', '2 cores', '3 GiB'],
    ['Not in the sums: 2 pods that the API server refuses', '400m', '1 GiB'],
  ]);
});

it('leads from the need over what kubectl shows to the targets, and leaves out what there is nothing of', () => {
  expect(targetLines({ amounts })).toEqual([]);
  const way = {
    needed: { cpu: 2600, memory: 3 * GIB },
    capped: { cpu: 400, memory: 0 },
    minimum: NOTHING,
    recommended: { cpu: 2200, memory: 3 * GIB },
    held: { cpu: -300, memory: 0 },
    lowered: NOTHING,
    raised: NOTHING,
    kept: { cpu: 0, memory: 0.2 },
    unknown: { cpu: 100, memory: 0 },
  };
  expect(targetLines({ amounts, way }).map(({ label, cpu, memory }) => [label, cpu, memory])).toEqual([
    ['What the containers need', '2.6 cores', '3 GiB'],
    ['Capped by policies, settings and nodes', '− 400m', 'none'],
    ['Targets in kubectl get vpa, times pods', '2.2 cores', '3 GiB'],
    ['Held after a change was undone, or by group of nodes', '− 300m', 'none'],
    ['Without a recommendation: as requested', '+ 100m', 'none'],
    ['Targets of all pods', '2 cores', '3 GiB'],
  ]);
});

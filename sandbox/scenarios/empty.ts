import { scenarioNodes } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

export const empty: Scenario = {
  name: 'empty',
  title: 'Empty',
  summary: 'Three ready nodes and nothing else: apply your own manifests.',
  lesson: 'See what Plumbline does with a workload and a VPA from their first minute.',
  objects: () => scenarioNodes(3, 8, 32),
};

export const withoutCrds: Scenario = {
  name: 'without-crds',
  title: 'Without the VPA API',
  summary: 'Three ready nodes, and the VPA resource definitions are not installed.',
  lesson:
    'See what Plumbline says when its resource definitions are missing, and how it continues once they are applied.',
  withoutCrds: true,
  objects: () => scenarioNodes(3, 8, 32),
};

import { nodes } from './build';
import type { Scenario } from './scenario';

export const empty: Scenario = {
  name: 'empty',
  summary: 'Three ready nodes and nothing else: apply your own manifests.',
  objects: () => nodes(3, 8, 32),
};

export const withoutCrds: Scenario = {
  name: 'without-crds',
  summary: 'Three ready nodes, and the VPA resource definitions are not installed.',
  withoutCrds: true,
  objects: () => nodes(3, 8, 32),
};

import { expect, it } from 'vitest';
import type { VpaReport } from '../contract/reports';
import { statusText } from './status-text';

const WEB: VpaReport = {
  namespace: 'shop',
  name: 'web',
  mode: 'Off',
  recommender: 'default',
  conditions: [],
  containers: [],
} as VpaReport;

it('says first how much needs somebody, as the pages do', () => {
  const counts = { broken: 1, waits: 2, better: 3 };
  expect(statusText([WEB], counts)).toMatch(/^1 broken, 2 wait for you, 3 could be better\.\n\nNAMESPACE/);
});

it('does not where only a dashboard knows', () => {
  expect(statusText([WEB])).toMatch(/^NAMESPACE/);
});

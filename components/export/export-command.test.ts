import { expect, it } from 'vitest';
import { exportCommand } from './export-command';

it.each([
  ['of=shop%2Fweb', 'kubectl plumbline export shop/web --to patches'],
  ['namespace=shop', 'kubectl plumbline export -n shop --to patches'],
  ['', 'kubectl plumbline export -A --to patches'],
  ['of=shop%2Fweb&of=shop%2Fapi', undefined],
  ['namespace=shop&mode=Off', undefined],
])('says how a terminal exports the same: %s', (query, command) => {
  expect(exportCommand(query)).toBe(command);
});

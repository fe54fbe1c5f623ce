import { describe, expect, it } from 'vitest';
import { columnsText, shownColumns } from './column-choice';

const ALL = [
  { key: 'name', label: 'Name', isUsual: true, isFixed: true },
  { key: 'mode', label: 'Mode', isUsual: true },
  { key: 'cpu', label: 'CPU', isUsual: true },
  { key: 'pods', label: 'Pods', isUsual: false },
];

describe('the columns shown', () => {
  it.each([
    ['the usual ones, if nobody chose', '', '', 'name,mode,cpu'],
    ['those kept for the viewer', '', 'pods', 'name,pods'],
    ['those in the address before those kept', 'cpu', 'pods', 'name,cpu'],
    ['in their own order', 'pods,cpu', '', 'name,cpu,pods'],
    ['the usual ones, if none chosen is known', 'nose', 'ears', 'name,mode,cpu'],
  ])('are %s', (_, address, kept, shown) => {
    expect(shownColumns(ALL, address, kept).join()).toBe(shown);
  });

  it('are no part of the address if they are the usual ones', () => {
    expect(columnsText(ALL, ['name', 'cpu', 'mode'])).toBe('');
    expect(columnsText(ALL, ['pods'])).toBe('pods');
  });
});

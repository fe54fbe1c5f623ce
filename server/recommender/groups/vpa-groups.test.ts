import { expect, it } from 'vitest';
import { MOST_GROUPS, NO_LABEL, OTHER_VALUES } from '@/server/decide/features/node-scope/scope';
import { ManualClock } from '@/server/lib/time/clock';
import { Studies } from '../recommend/studies';
import { GroupLabels } from './group-labels';
import { VpaGroups } from './vpa-groups';

const groups = () => new VpaGroups('size', 'agent', () => new Studies(new ManualClock(0)));

it('gives the first values groups of their own, and lets the rest share one', () => {
  const of = groups();
  const found = Array.from({ length: 200 }, (_, index) => of.groupOf(`v${index}`).value);
  expect(found.slice(0, MOST_GROUPS)).toEqual(Array.from({ length: MOST_GROUPS }, (_, index) => `v${index}`));
  expect(new Set(found.slice(MOST_GROUPS))).toEqual(new Set([OTHER_VALUES]));
  expect(of.byValue.size).toBe(MOST_GROUPS + 1);
  expect(of.groupOf('v3').value).toBe('v3');
});

it('keeps the values apart that the model sees', () => {
  const of = groups();
  const names = [NO_LABEL, '', 'small', 'constructor'].map((value) => of.groupOf(value).modelName);
  expect(new Set(names).size).toBe(4);
});

it('adds labels only to pods in a group, and says which pods changed', () => {
  const labels = new GroupLabels();
  const own = { app: 'agent' };
  expect(labels.of('shop/a', own)).toBe(own);
  expect(labels.replace(new Map([['shop/a', { 'scope:agent:size': 'small' }]]))).toEqual(['shop/a']);
  expect(labels.of('shop/a', own)).toEqual({ app: 'agent', 'scope:agent:size': 'small' });
  expect(labels.of('shop/b', own)).toBe(own);
  expect(labels.replace(new Map([['shop/a', { 'scope:agent:size': 'small' }]]))).toEqual([]);
  expect(labels.replace(new Map([['shop/a', { 'scope:agent:size': 'large' }]]))).toEqual(['shop/a']);
  expect(labels.replace(new Map())).toEqual(['shop/a']);
});

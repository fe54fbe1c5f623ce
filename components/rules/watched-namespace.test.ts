import { expect, it } from 'vitest';
import { WATCH, watchHref } from './watch-address';
import { watching } from './watched-namespace';

const KINDS = ['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob', 'ReplicaSet', 'ReplicationController'];

it.each([
  ['a namespace', watchHref('shop'), { name: 'watch-shop', namespaces: ['shop'], kinds: KINDS }],
  ['everything', watchHref(), { name: 'watch-all', kinds: KINDS }],
])('fills in the form for %s', (_what, href, expected) => {
  const { pathname, searchParams } = new URL(href, 'http://plumbline');
  expect([pathname, searchParams.get('edit')]).toEqual(['/rules', 'new']);
  expect(watching(searchParams.get(WATCH) ?? '')).toEqual(expected);
});

import { expect, it } from 'vitest';
import type { InboxAction, InboxItem } from '@/server/contract/inbox';
import { actionOfLine, gainWords, headline, hrefOfItem, policyFormHref } from './inbox-words';

const GIB = 2 ** 30;

it.each([
  [
    { kind: 'frees', cpu: 1_500, memory: 2 * GIB } as const,
    'would free 1.5 cores of CPU and 2 GiB of memory',
  ],
  [{ kind: 'costs', cpu: 200, memory: 0 } as const, 'would take 200m of CPU more'],
  [{ kind: 'costs', cpu: 0, memory: GIB } as const, 'would take 1 GiB of memory more'],
  [{ kind: 'frees', cpu: 0, memory: 0 } as const, undefined],
])('says what it frees or takes: %j', (gain, words) => {
  expect(gainWords(gain)).toBe(words);
});

it('is one quiet line where there is nothing, and three numbers where there is something', () => {
  expect(headline({})).toBeUndefined();
  expect(headline({ waits: 1, better: 12 })).toEqual([
    { urgency: 'broken', count: 0, words: 'broken' },
    { urgency: 'waits', count: 1, words: 'waits for you' },
    { urgency: 'better', count: 12, words: 'could be better' },
  ]);
});

it('opens a form with what it is filled in with', () => {
  expect(policyFormHref('shop', 'web', { container: 'app', maxMemory: '933Mi' })).toBe(
    '/workloads/shop/web?edit=policy&container=app&fill-memory=933Mi',
  );
  expect(policyFormHref('shop', 'web', { mode: 'InPlace' })).toBe(
    '/workloads/shop/web?edit=policy&fill-mode=InPlace',
  );
});

it.each([
  [{ about: 'shop/web', namespace: 'shop', vpa: 'web' }, '/workloads/shop/web'],
  [{ about: 'HPA shop/web', namespace: 'shop' }, '/hpas/shop/web'],
  [{ about: 'Node worker-1' }, '/nodes/worker-1'],
  [{ about: 'Rule team' }, '/rules/team'],
  [{ about: 'namespace shop', namespace: 'shop' }, '/namespaces/shop'],
  [{ about: 'database' }, undefined],
])('leads to its object: %j', (item, href) => {
  expect(hrefOfItem(item)).toBe(href);
});

it('has the button of its head, or of the lesser one that may end the worse as well', () => {
  const of = { namespace: 'shop', vpa: 'web' };
  const item = (code: InboxItem['code'], action?: InboxAction): InboxItem => ({
    key: code,
    urgency: 'broken',
    code,
    sentence: '',
    about: 'shop/web',
    said: [{ detail: '', remedy: '', ...(action && { action }) }],
  });
  const raise: InboxAction = { do: 'edit-policy', label: 'Raise', ...of, fill: {} };
  const cap: InboxAction = { do: 'edit-policy', label: 'Cap', ...of, fill: {} };
  const tryAgain: InboxAction = { do: 'try-again', label: 'Try again', ...of };
  const approve: InboxAction = { do: 'approve', label: 'Approve', ...of };
  const line = (head: InboxItem, ...also: InboxItem[]) => actionOfLine({ ...head, also })?.label;
  expect(line(item('oom-loop', raise), item('memory-leak', cap))).toBe('Raise');
  expect(line(item('oom-loop'), item('undone', tryAgain), item('memory-leak', cap))).toBe('Cap');
  expect(line(item('oom-loop'), item('approval-due', approve))).toBe('Approve');
  expect(line(item('pods-pending'), item('oom-loop', raise), item('undone', tryAgain))).toBeUndefined();
});

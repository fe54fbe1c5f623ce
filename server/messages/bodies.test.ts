import { describe, expect, it } from 'vitest';
import { bodyOf, messageHeaders } from './bodies';
import type { Message } from './ledger';

const AT = Date.parse('2026-11-22T10:31:07Z');
const CONTEXT = { cluster: 'prod-eu', externalUrl: 'https://plumbline.example.com/' };

const stop: Message = {
  id: 'b3Vyc2VsdmVzX2lk',
  code: 'stopped',
  atMs: AT,
  madeMs: AT,
  count: 1,
  items: [
    { about: 'namespace shop', detail: 'by ada: too many restarts', atMs: AT, path: '/audit?kind=change' },
  ],
  dropped: 0,
  to: ['one'],
};
const many: Message = {
  ...stop,
  code: 'problem-appeared',
  count: 14,
  dropped: 2,
  items: [
    {
      about: 'VerticalPodAutoscaler shop/web',
      detail: 'Deployment <web> & co\nis gone',
      atMs: AT,
      path: '/problems?problem=target-missing',
      problem: 'target-missing',
      remedy: 'Create the workload or correct spec.targetRef.',
    },
  ],
};

describe('the body of a message', () => {
  it('is JSON that names event, cluster, objects and links', () => {
    expect(JSON.parse(bodyOf('json', stop, CONTEXT))).toEqual({
      version: 1,
      id: 'b3Vyc2VsdmVzX2lk',
      event: 'stopped',
      cluster: 'prod-eu',
      at: '2026-11-22T10:31:07.000Z',
      text: 'prod-eu: Plumbline was stopped\n- namespace shop: by ada: too many restarts',
      count: 1,
      items: [
        {
          about: 'namespace shop',
          detail: 'by ada: too many restarts',
          at: '2026-11-22T10:31:07.000Z',
          link: 'https://plumbline.example.com/audit?kind=change',
        },
      ],
    });
  });

  it('says of a problem what to do, how many more there are, and what was dropped', () => {
    expect(JSON.parse(bodyOf('json', many, { ...CONTEXT, externalUrl: '' }))).toEqual({
      version: 1,
      id: 'b3Vyc2VsdmVzX2lk',
      event: 'problem-appeared',
      cluster: 'prod-eu',
      at: '2026-11-22T10:31:07.000Z',
      text: [
        'prod-eu: 14 problems appeared',
        '- VerticalPodAutoscaler shop/web: The target of this VPA does not exist: Deployment <web> & co is gone',
        'and 13 more',
        '2 earlier messages were dropped, because too many waited.',
      ].join('\n'),
      count: 14,
      items: [
        {
          about: 'VerticalPodAutoscaler shop/web',
          problem: 'target-missing',
          remedy: 'Create the workload or correct spec.targetRef.',
          detail: 'Deployment <web> & co\nis gone',
          at: '2026-11-22T10:31:07.000Z',
        },
      ],
      dropped: 2,
    });
  });

  it('is escaped text for Slack, one line for each object', () => {
    expect(JSON.parse(bodyOf('slack', many, CONTEXT))).toEqual({
      text: [
        '*prod-eu*: 14 problems appeared',
        '• <https://plumbline.example.com/problems?problem=target-missing|VerticalPodAutoscaler shop/web>: The target of this VPA does not exist: Deployment &lt;web&gt; &amp; co is gone',
        'and 13 more',
        '2 earlier messages were dropped, because too many waited.',
        '22 Nov 2026, 10:31:07 UTC',
      ].join('\n'),
    });
  });

  it('stays below what Slack shows, in whole lines', () => {
    const item = { about: '&'.repeat(140), detail: '<'.repeat(140), atMs: AT, path: '/' };
    const { text } = JSON.parse(bodyOf('slack', { ...stop, items: Array(5).fill(item) }, CONTEXT));
    expect(text.length).toBeLessThan(4000);
    expect(text.split('\n').at(-1)).toMatch(/(UTC|&lt;)$/);
  });

  it('is signed with the secret, over its very bytes', () => {
    expect(messageHeaders('{"a":1}', 'id-1', 'key')).toEqual({
      'content-type': 'application/json',
      'user-agent': 'plumbline',
      'idempotency-key': 'id-1',
      'x-plumbline-signature': 'sha256=88a67f24bbcdaed0e6c997404bb79a743baf44c6bab2f4c27328e3009d22e342',
    });
    expect(messageHeaders('{}', 'id-1', '')).not.toHaveProperty('x-plumbline-signature');
  });
});

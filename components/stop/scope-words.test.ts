import { describe, expect, it } from 'vitest';
import type { StopScope, StopsView } from '@/server/operations/views';
import { scopeWords } from '@/server/words/stops';
import { beyondReach, coveredBy, kubectlStop, outOfReachWords, progressWords, scopeKey } from './scope-words';

const NAMESPACES = [
  { name: 'shop', vpas: 2 },
  { name: 'edge', vpas: 1 },
];

it('says how to stop by hand', () => {
  expect(kubectlStop({ kind: 'vpa', namespace: 'shop', name: 'web' })).toBe(
    `kubectl patch --type=merge -p '{"spec":{"updatePolicy":{"updateMode":"Off"}}}' -n shop vpa/web`,
  );
  expect(kubectlStop({ kind: 'namespace', namespace: 'shop' }, '/kc')).toMatch(
    /^kubectl --kubeconfig \/kc get vpa -n shop .* \| xargs -L1 kubectl --kubeconfig \/kc patch /,
  );
  expect(kubectlStop({ kind: 'all' })).toContain(
    `vpa/{.metadata.name}{"\\n"}{end}' | xargs -L1 kubectl patch`,
  );
});

describe('a stop in words', () => {
  it.each([
    [{ kind: 'all' }, 'everything', 3],
    [{ kind: 'namespace', namespace: 'shop' }, 'namespace shop', 2],
    [{ kind: 'vpa', namespace: 'edge', name: 'gateway' }, 'edge/gateway', 1],
    [{ kind: 'namespace', namespace: 'attic' }, 'namespace attic', 0],
  ] as const)('names %o and counts what it covers', (scope, words, covered) => {
    expect(scopeWords(scope)).toBe(words);
    expect(coveredBy(scope, NAMESPACES)).toBe(covered);
  });

  it('distinguishes scopes', () => {
    expect(scopeKey({ kind: 'all' })).not.toBe(scopeKey({ kind: 'namespace', namespace: 'all' }));
  });

  it.each<[StopScope, string[], number]>([
    [
      { kind: 'all' },
      [
        '3 VPAs in kube-system, monitoring are excluded by PLUMBLINE_IGNORED_VPA_OBJECT_NAMESPACES; they are not stopped.',
        '1 VPA outside shop is excluded by PLUMBLINE_VPA_OBJECT_NAMESPACE; it is not stopped.',
      ],
      4,
    ],
    [
      { kind: 'namespace', namespace: 'kube-system' },
      [
        'namespace kube-system is excluded by PLUMBLINE_IGNORED_VPA_OBJECT_NAMESPACES; it is not stopped.',
        'namespace kube-system is excluded by PLUMBLINE_VPA_OBJECT_NAMESPACE; it is not stopped.',
      ],
      9,
    ],
    [
      { kind: 'vpa', namespace: 'edge', name: 'web' },
      ['edge/web is excluded by PLUMBLINE_VPA_OBJECT_NAMESPACE; it is not stopped.'],
      9,
    ],
    [{ kind: 'namespace', namespace: 'shop' }, [], 0],
  ])('says what of %o is out of reach', (scope, sentences, beyond) => {
    const outOfReach: StopsView['outOfReach'] = [
      {
        setting: 'PLUMBLINE_IGNORED_VPA_OBJECT_NAMESPACES',
        where: 'in',
        namespaces: ['kube-system', 'monitoring'],
        vpas: 3,
      },
      { setting: 'PLUMBLINE_VPA_OBJECT_NAMESPACE', where: 'outside', namespaces: ['shop'], vpas: 1 },
    ];
    expect(outOfReachWords(scope, outOfReach)).toEqual(sentences);
    expect(beyondReach(scope, 9, outOfReach)).toBe(beyond);
  });

  it.each([
    [{ affected: 0, done: 0, restoring: 0, failed: 0 }, ''],
    [{ affected: 5000, done: 1200, restoring: 0, failed: 0 }, 'Setting mode Off: 1,200 of 5,000 VPAs'],
    [{ affected: 3, done: 3, restoring: 0, failed: 0 }, '3 VPAs set to mode Off'],
    [{ affected: 0, done: 0, restoring: 2, failed: 0 }, 'restoring 2 VPAs'],
    [
      { affected: 3, done: 2, restoring: 0, failed: 1, lastError: 'forbidden' },
      'Setting mode Off: 2 of 3 VPAs; 1 VPA failed: forbidden',
    ],
  ])('shows progress %o', (progress, words) => {
    expect(progressWords(progress)).toBe(words);
  });
});

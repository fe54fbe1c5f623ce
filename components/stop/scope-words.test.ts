import { describe, expect, it } from 'vitest';
import type { StopScope, StopsView } from '@/server/contract/operations';
import { scopeWords } from '@/server/words/stops';
import { kubectlStop, modeSentence, outOfReachWords, progressWords, scopeKey } from './scope-words';

const NAMESPACES = [
  { name: 'shop', vpas: 9, off: 1 },
  { name: 'edge', vpas: 1, off: 0 },
  { name: 'idle', vpas: 2, off: 2 },
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
    [
      { kind: 'all' },
      'everything',
      '9 VPAs will be set to mode Off; Resume restores their modes. 3 VPAs are Off already.',
    ],
    [
      { kind: 'namespace', namespace: 'shop' },
      'namespace shop',
      '8 VPAs will be set to mode Off; Resume restores their modes. 1 VPA is Off already.',
    ],
    [
      { kind: 'namespace', namespace: 'edge' },
      'namespace edge',
      '1 VPA will be set to mode Off; Resume restores its mode.',
    ],
    [{ kind: 'namespace', namespace: 'idle' }, 'namespace idle', '2 VPAs are Off already; no mode changes.'],
    [{ kind: 'namespace', namespace: 'attic' }, 'namespace attic', 'No VPA changes its mode.'],
    [
      { kind: 'vpa', namespace: 'edge', name: 'gateway' },
      'edge/gateway',
      'Its mode becomes Off, unless it is already; Resume restores the mode.',
    ],
  ] as const)('names %o and counts the modes that change', (scope, words, sentence) => {
    expect(scopeWords(scope)).toBe(words);
    expect(modeSentence(scope, NAMESPACES, [])).toBe(sentence);
  });

  it('counts no VPA that is out of reach, and nothing that is not known', () => {
    const left = { setting: 'S', where: 'in', namespaces: ['shop'], vpas: 9 } as const;
    expect(modeSentence({ kind: 'all' }, NAMESPACES, [left])).toBe(
      '1 VPA will be set to mode Off; Resume restores its mode. 2 VPAs are Off already.',
    );
    expect(modeSentence({ kind: 'all' }, undefined, [])).toBe(
      'All VPAs will be set to mode Off; Resume restores their modes.',
    );
  });

  it('distinguishes scopes', () => {
    expect(scopeKey({ kind: 'all' })).not.toBe(scopeKey({ kind: 'namespace', namespace: 'all' }));
  });

  it.each<[StopScope, string[]]>([
    [
      { kind: 'all' },
      [
        '3 VPAs in kube-system, monitoring are excluded by PLUMBLINE_IGNORED_VPA_OBJECT_NAMESPACES; they are not stopped.',
        '1 VPA outside shop is excluded by PLUMBLINE_VPA_OBJECT_NAMESPACE; it is not stopped.',
      ],
    ],
    [
      { kind: 'namespace', namespace: 'kube-system' },
      [
        'namespace kube-system is excluded by PLUMBLINE_IGNORED_VPA_OBJECT_NAMESPACES; it is not stopped.',
        'namespace kube-system is excluded by PLUMBLINE_VPA_OBJECT_NAMESPACE; it is not stopped.',
      ],
    ],
    [
      { kind: 'vpa', namespace: 'edge', name: 'web' },
      ['edge/web is excluded by PLUMBLINE_VPA_OBJECT_NAMESPACE; it is not stopped.'],
    ],
    [{ kind: 'namespace', namespace: 'shop' }, []],
  ])('says what of %o is out of reach', (scope, sentences) => {
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
  });

  it.each([
    [{ affected: 0, done: 0, already: 0, restoring: 0, failed: 0 }, ''],
    [
      { affected: 8, done: 8, already: 1, restoring: 0, failed: 0 },
      '8 VPAs set to mode Off; 1 VPA was Off already',
    ],
    [
      { affected: 5000, done: 1200, already: 0, restoring: 0, failed: 0 },
      'Setting mode Off: 1,200 of 5,000 VPAs',
    ],
    [{ affected: 3, done: 3, already: 0, restoring: 0, failed: 0 }, '3 VPAs set to mode Off'],
    [{ affected: 0, done: 0, already: 0, restoring: 2, failed: 0 }, 'restoring 2 VPAs'],
    [
      { affected: 3, done: 2, already: 0, restoring: 0, failed: 1, lastError: 'forbidden' },
      'Setting mode Off: 2 of 3 VPAs; 1 VPA failed: forbidden',
    ],
  ])('shows progress %o', (progress, words) => {
    expect(progressWords(progress)).toBe(words);
  });
});

import type { FilterControl } from '../lists/list-definition';

/**
 * The first controls of every filter bar in Changes: a word, a namespace, a VPA in it. Links between its pages keep what
 * is set here.
 */
export function sharedControls<View>(
  placeholder: string,
): readonly FilterControl<'q' | 'namespace' | 'vpa', View>[] {
  return [
    { kind: 'words', name: 'q', label: 'Find by name', placeholder },
    { kind: 'namespace', name: 'namespace', clears: ['vpa'] },
    { kind: 'vpa', name: 'vpa', within: 'namespace' },
  ];
}

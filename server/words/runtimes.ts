import type { HeapRuntime } from '../model/runtimes';

/** What people call it, and what comes of a memory limit that changes in place. */
const RUNTIME_WORDS: Readonly<Record<HeapRuntime, { label: string; inPlace: string }>> = {
  jvm: {
    label: 'JVM',
    inPlace:
      'A JVM reads its memory limit when it starts: in place, more is not used, and less may kill it, until it restarts. If its heap follows the limit, a higher limit makes a larger heap, which then asks for a higher limit.',
  },
  node: {
    label: 'Node.js',
    inPlace:
      'Node.js reads its memory limit when it starts: in place, a higher limit gives it no larger heap until it restarts.',
  },
  go: {
    label: 'Go',
    inPlace:
      'Go does not look at the memory limit: a change in place counts at once. GOMEMLIMIT, where it is set, stays as it is.',
  },
  dotnet: {
    label: '.NET',
    inPlace:
      '.NET reads its memory limit when it starts, and again only if the program calls GC.RefreshMemoryLimit.',
  },
};

export function runtimeLabel(runtime: HeapRuntime): string {
  return RUNTIME_WORDS[runtime].label;
}

/** A sentence or two. */
export function inPlaceWords(runtime: HeapRuntime): string {
  return RUNTIME_WORDS[runtime].inPlace;
}

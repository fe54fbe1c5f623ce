import { type HeapRuntime, RUNTIMES } from '../../../model/runtimes';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { statedIn, textReader } from '../../pods/stated-text';

type Stating = Pick<VerticalPodAutoscaler, 'metadata'>;

/** Says what runs in the containers, where no metric does: `jvm`, or `app=jvm, proxy=go`. */
export const RUNTIME_ANNOTATION = 'plumbline.dev/runtime';
const LONGEST = 2_000;
const MOST_KEPT = 1_000;

interface Reading {
  /** For every container that is not named. */
  readonly all?: HeapRuntime;
  readonly byContainer: ReadonlyMap<string, HeapRuntime>;
  readonly faults: readonly string[];
}

const reading = textReader<Reading>(
  (text) => {
    const faults: string[] = [];
    const byContainer = new Map<string, HeapRuntime>();
    let all: HeapRuntime | undefined;
    for (const part of text.split(',').map((one) => one.trim())) {
      const [first = '', second] = part.split('=', 2).map((one) => one.trim());
      const name = second ?? first;
      const runtime = RUNTIMES.find((one) => one === name);
      if (!runtime) faults.push(`"${name.slice(0, 60)}" is no runtime; it takes ${RUNTIMES.join(', ')}`);
      else if (second === undefined) all = runtime;
      else byContainer.set(first, runtime);
    }
    return { ...(all && { all }), byContainer, faults };
  },
  {
    longest: LONGEST,
    most: MOST_KEPT,
    tooLong: () => ({ byContainer: new Map(), faults: [`it is longer than ${LONGEST} characters`] }),
  },
);

/** What a VPA states of a container; undefined if it states nothing that can be read. */
export function statedRuntime(vpa: Stating, container: string): HeapRuntime | undefined {
  const text = statedIn(vpa, RUNTIME_ANNOTATION);
  if (text === undefined) return undefined;
  const { byContainer, all } = reading(text);
  return byContainer.get(container) ?? all;
}

export function runtimeFaults(vpa: Stating): readonly string[] {
  const text = statedIn(vpa, RUNTIME_ANNOTATION);
  return text === undefined ? [] : reading(text).faults;
}

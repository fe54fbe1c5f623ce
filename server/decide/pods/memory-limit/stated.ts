import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { statedIn, textReader } from '../stated-text';

type Stating = Pick<VerticalPodAutoscaler, 'metadata'>;

/** How memory limits follow what is recommended, as words: `apart` or `in-proportion`, `set-missing`, `allow-burstable`. */
export const MEMORY_LIMIT_ANNOTATION = 'plumbline.dev/memory-limit';

export const MEMORY_LIMIT_WORDS = ['apart', 'in-proportion', 'set-missing', 'allow-burstable'] as const;
type Word = (typeof MEMORY_LIMIT_WORDS)[number];

export interface MemoryLimitPolicy {
  /** Whether limits that are estimated apart count; else they keep their proportion to the request. */
  readonly isApart: boolean;
  /** Whether a container without a memory limit gets one. */
  readonly setsMissing: boolean;
  /** Whether a Guaranteed pod may become Burstable for a limit above its request. */
  readonly allowsBurstable: boolean;
}

interface Reading {
  readonly policy: MemoryLimitPolicy;
  readonly faults: readonly string[];
}

const USUAL: MemoryLimitPolicy = { isApart: true, setsMissing: false, allowsBurstable: false };

const read = textReader(readingOf, {
  longest: 200,
  most: 100,
  tooLong: () => ({ policy: USUAL, faults: ['it is longer than 200 characters'] }),
});

/** A text with a fault counts as none. */
export function memoryLimitPolicy(vpa: Stating): MemoryLimitPolicy {
  const text = statedIn(vpa, MEMORY_LIMIT_ANNOTATION);
  return text === undefined ? USUAL : read(text).policy;
}

export function memoryLimitFaults(vpa: Stating): readonly string[] {
  const text = statedIn(vpa, MEMORY_LIMIT_ANNOTATION);
  return text === undefined ? [] : read(text).faults;
}

function readingOf(text: string): Reading {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const unknown = words.find((word) => !MEMORY_LIMIT_WORDS.some((one) => one === word));
  if (words.length === 0 || unknown !== undefined)
    return {
      policy: USUAL,
      faults: [`"${(unknown ?? text).slice(0, 60)}" is unknown; it takes ${MEMORY_LIMIT_WORDS.join(', ')}`],
    };
  const has = (word: Word) => words.includes(word);
  if (has('apart') && has('in-proportion'))
    return { policy: USUAL, faults: ['apart and in-proportion exclude each other'] };
  return {
    policy: {
      isApart: !has('in-proportion'),
      setsMissing: has('set-missing'),
      allowsBurstable: has('allow-burstable'),
    },
    faults: [],
  };
}

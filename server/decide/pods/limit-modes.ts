import { RESOURCES } from '../../objects/units';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import {
  type ContainerPolicy,
  EVERY_OTHER_CONTAINER,
  type LimitMode,
  type LimitModes,
  NO_POLICY,
} from './container-policy';
import { statedIn, textReader } from './stated-text';

type Stating = Pick<VerticalPodAutoscaler, 'metadata'>;

/** What becomes of limits as requests change: one word for both resources, or such as `cpu=as-stated`. */
export const LIMITS_ANNOTATION = 'plumbline.dev/limits';

const LIMIT_MODES: readonly LimitMode[] = ['in-proportion', 'as-stated', 'up-to-max', 'limits-only'];

interface Reading {
  readonly modes: LimitModes;
  readonly faults: readonly string[];
}

const read = textReader(readingOf, {
  longest: 200,
  most: 100,
  tooLong: () => ({ modes: {}, faults: ['it is longer than 200 characters'] }),
});

/** A text with a fault counts as none. */
export function limitModesOf(vpa: Stating): LimitModes {
  const text = statedIn(vpa, LIMITS_ANNOTATION);
  return text === undefined ? {} : read(text).modes;
}

export function limitModeFaults(vpa: Stating): readonly string[] {
  const text = statedIn(vpa, LIMITS_ANNOTATION);
  return text === undefined ? [] : read(text).faults;
}

/** The policies of a VPA with what it says of limits, for every container. */
export function withLimitModes<Policy extends ContainerPolicy>(
  policies: ReadonlyMap<string, Policy>,
  vpa: Stating,
): ReadonlyMap<string, Policy> {
  const limits = limitModesOf(vpa);
  if (Object.keys(limits).length === 0) return policies;
  const all = policies.has(EVERY_OTHER_CONTAINER)
    ? []
    : [[EVERY_OTHER_CONTAINER, NO_POLICY as Policy] as const];
  return new Map([...policies, ...all].map(([name, policy]) => [name, { ...policy, limits }]));
}

function readingOf(text: string): Reading {
  const modes: LimitModes = {};
  const parts = text.replace(/\s*[=:]\s*/g, '=').split(/[\s,]+/);
  for (const part of parts.filter((one) => one !== '')) {
    const [word, resource] = part.split('=').reverse();
    const mode = LIMIT_MODES.find((one) => one === word);
    const named = resource === undefined ? RESOURCES : RESOURCES.filter((one) => one === resource);
    const isTwice = named.some((one) => modes[one] !== undefined);
    if (!mode || named.length === 0 || isTwice || part.split('=').length > 2)
      return {
        modes: {},
        faults: [
          `"${part.slice(0, 60)}" ${isTwice ? 'comes second for its resource' : 'is unknown'}; ${TAKES}`,
        ],
      };
    for (const one of named) modes[one] = mode;
  }
  return Object.keys(modes).length > 0 ? { modes, faults: [] } : { modes, faults: [`it is empty; ${TAKES}`] };
}

const TAKES =
  'it takes in-proportion, as-stated, up-to-max or limits-only, or such as cpu=as-stated, memory=up-to-max';

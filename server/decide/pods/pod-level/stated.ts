import { isJsonObject } from '../../../objects/json-object';
import { amountsFrom, QuantityError } from '../../../objects/quantity';
import type { ResourceList } from '../../../objects/types';
import { RESOURCES } from '../../../objects/units';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { type ContainerPolicy, NO_POLICY } from '../container-policy';
import { statedIn, textReader } from '../stated-text';
import { parseStated } from '../stated-yaml';

type Stating = Pick<VerticalPodAutoscaler, 'metadata'>;

/** Whether a VPA sizes what its pods state as a whole: `auto`, or that with bounds in YAML. */
export const POD_LEVEL_ANNOTATION = 'plumbline.dev/pod-level';

interface Reading {
  /** Absent if pods are not sized as a whole. */
  readonly policy?: ContainerPolicy;
  readonly faults: readonly string[];
}

const OFF: Reading = { faults: [] };
const FIELDS = ['mode', 'minAllowed', 'maxAllowed', 'controlledResources', 'controlledValues'];

const read = textReader(readingOf, {
  longest: 2_000,
  most: 1_000,
  tooLong: () => ({ faults: ['it is longer than 2000 characters'] }),
});

/** The policy for what the pods of a VPA state as a whole; undefined unless the VPA asks for it and can be read. */
export function podLevelPolicy(vpa: Stating): ContainerPolicy | undefined {
  const text = statedIn(vpa, POD_LEVEL_ANNOTATION);
  return text === undefined ? undefined : read(text).policy;
}

export function podLevelFaults(vpa: Stating): readonly string[] {
  const text = statedIn(vpa, POD_LEVEL_ANNOTATION);
  return text === undefined ? [] : read(text).faults;
}

function readingOf(text: string): Reading {
  if (text === 'auto') return { policy: NO_POLICY, faults: [] };
  if (text === 'off') return OFF;
  let stated: unknown;
  try {
    stated = parseStated(text);
  } catch (error) {
    return { faults: [error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it cannot be read'] };
  }
  if (!isJsonObject(stated))
    return {
      faults: [`"${text.slice(0, 60)}" is no way to size pods; it takes auto, off, or YAML with mode: auto`],
    };
  const faults = Object.keys(stated)
    .filter((field) => !FIELDS.includes(field))
    .map((field) => `${field.slice(0, 60)} is unknown; there are ${FIELDS.join(', ')}`);
  const { mode = 'auto', minAllowed, maxAllowed, controlledResources, controlledValues } = stated;
  if (mode !== 'auto' && mode !== 'off') faults.push('mode takes auto or off');
  if (
    controlledValues !== undefined &&
    controlledValues !== 'RequestsOnly' &&
    controlledValues !== 'RequestsAndLimits'
  )
    faults.push('controlledValues takes RequestsAndLimits or RequestsOnly');
  const isList = Array.isArray(controlledResources) && controlledResources.length > 0;
  if (
    controlledResources !== undefined &&
    !(isList && controlledResources.every((one) => one === 'cpu' || one === 'memory'))
  )
    faults.push('controlledResources takes a list of cpu and memory');
  const amounts = (list: unknown, field: string) => {
    if (list === undefined) return {};
    if (!isJsonObject(list) || Object.keys(list).some((name) => name !== 'cpu' && name !== 'memory')) {
      faults.push(`${field} takes amounts of cpu and memory`);
      return {};
    }
    try {
      return amountsFrom(list as ResourceList);
    } catch (error) {
      if (!(error instanceof QuantityError)) throw error;
      faults.push(`${field}: ${error.message}`);
      return {};
    }
  };
  const [least, most] = [amounts(minAllowed, 'minAllowed'), amounts(maxAllowed, 'maxAllowed')];
  for (const resource of RESOURCES)
    if ((least[resource] ?? 0) > (most[resource] ?? Number.POSITIVE_INFINITY))
      faults.push(`minAllowed.${resource} is above maxAllowed.${resource}`);
  if (faults.length > 0 || mode === 'off') return { faults };
  const policy: ContainerPolicy = {
    off: false,
    minAllowed: least,
    maxAllowed: most,
    controlledResources: isList
      ? RESOURCES.filter((resource) => (controlledResources as unknown[]).includes(resource))
      : RESOURCES,
    requestsOnly: controlledValues === 'RequestsOnly',
  };
  return { policy, faults };
}

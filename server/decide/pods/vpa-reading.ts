import { QuantityError } from '../../objects/quantity';
import { targetOfVpa } from '../../objects/target-key';
import { UPDATE_MODES, type VerticalPodAutoscaler } from '../../objects/vpa-types';
import { type CompiledVpa, compileVpa } from './compiled-vpa';
import { PolicyError } from './container-policy';

/** The contents of a VPA. One that cannot be read exists, in mode `Off` and without a recommendation. */
interface VpaReading {
  readonly compiled: CompiledVpa;
  readonly fault?: Error;
}

/** Watched objects are immutable, so each is parsed once. */
const READINGS = new WeakMap<VerticalPodAutoscaler, VpaReading>();

/** Never throws, whatever the fields of the VPA contain. */
export function readVpa(vpa: VerticalPodAutoscaler): VpaReading {
  let reading = READINGS.get(vpa);
  if (!reading) {
    reading = read(vpa);
    READINGS.set(vpa, reading);
  }
  return reading;
}

function read(vpa: VerticalPodAutoscaler): VpaReading {
  try {
    const compiled = compileVpa(vpa);
    for (const part of [vpa.spec.updatePolicy, vpa.spec.resourcePolicy, vpa.spec.startupBoost])
      if (typeof (part ?? {}) !== 'object') throw new TypeError('is not an object');
    const { updateMode } = vpa.spec.updatePolicy ?? {};
    if (updateMode && !UPDATE_MODES.includes(updateMode))
      throw new PolicyError('spec.updatePolicy.updateMode', `is not one of ${UPDATE_MODES.join(', ')}`);
    return { compiled };
  } catch (thrown) {
    return { compiled: idle(vpa), fault: faultFrom(thrown) };
  }
}

function faultFrom(thrown: unknown): Error {
  if (thrown instanceof PolicyError || thrown instanceof QuantityError) return thrown;
  return new Error('a field of its spec or status has the wrong type', { cause: thrown });
}

function idle(vpa: VerticalPodAutoscaler): CompiledVpa {
  const { namespace = '', name } = vpa.metadata;
  return { vpa, namespace, name, target: targetOfVpa(vpa), mode: 'Off', policies: new Map(), boosts: false };
}

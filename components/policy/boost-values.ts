import type { StartupBoost } from '@/server/kube/vpa-types';
import { type NumberField, numberOf } from './number-field';

/** A startup boost as fields of a form. */
export interface BoostFields {
  kind: 'none' | 'Factor' | 'Quantity';
  factor: NumberField;
  quantity: string;
  durationSeconds: NumberField;
}

export function boostFields(boost: StartupBoost | undefined): BoostFields {
  const cpu = boost?.cpu;
  return {
    kind: cpu ? (cpu.type ?? 'Factor') : 'none',
    factor: cpu?.factor ?? '',
    quantity: String(cpu?.quantity ?? ''),
    durationSeconds: cpu?.durationSeconds ?? '',
  };
}

/** The boost that the fields stand for; `original` keeps what the form does not show. Undefined when there is none. */
export function boostOf(fields: BoostFields, original: StartupBoost | undefined): StartupBoost | undefined {
  const { cpu, ...others } = original ?? {};
  if (fields.kind === 'none') return Object.keys(others).length > 0 ? others : undefined;
  const { type, factor: _factor, quantity: _quantity, durationSeconds: _seconds, ...unknown } = cpu ?? {};
  const isType = type !== undefined || fields.kind === 'Quantity';
  const factor = numberOf(fields.factor);
  const seconds = numberOf(fields.durationSeconds);
  return {
    ...others,
    cpu: {
      ...unknown,
      ...(isType && { type: fields.kind }),
      ...(fields.kind === 'Factor' && factor !== undefined && { factor }),
      ...(fields.kind === 'Quantity' && fields.quantity.trim() && { quantity: fields.quantity.trim() }),
      ...(seconds !== undefined && { durationSeconds: seconds }),
    },
  };
}

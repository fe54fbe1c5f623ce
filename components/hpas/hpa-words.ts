import type { HeldBy, HpaRow, HpaState } from '@/server/contract/hpas';

export const HPA_STATE_LABELS: Record<HpaState, string> = {
  failing: 'Failing',
  disabled: 'Switched off',
  scaling: 'Scaling',
  'held-back': 'Held back',
  steady: 'Steady',
};

export const HPA_STATE_TONES: Record<HpaState, 'bad' | 'warning' | 'busy' | 'quiet'> = {
  failing: 'bad',
  disabled: 'quiet',
  scaling: 'busy',
  'held-back': 'warning',
  steady: 'quiet',
};

/** What kept the replicas from what the metrics ask for. */
export const HELD_LABELS: Record<HeldBy, string> = {
  nothing: 'Nothing',
  'stabilization-up': 'Stabilization, scaling up',
  'stabilization-down': 'Stabilization, scaling down',
  'rate-up': 'Rate of scaling up',
  'rate-down': 'Rate of scaling down',
  max: 'Maximum',
  min: 'Minimum',
  'metrics-failed': 'A metric failed',
  'no-scale': 'The target cannot be read',
  'bad-selector': 'The pods cannot be told',
  disabled: 'Scaled to zero by hand',
};

/** Whatever held back is of one of these kinds, each with its colour in the picture. */
export const HELD_KINDS = {
  stabilization: 'Held by stabilization',
  rate: 'Held by a rate policy',
  bounds: 'Held by minimum or maximum',
  failing: 'Metrics or target failed',
} as const;

export type HeldKind = keyof typeof HELD_KINDS;

export const KIND_OF_HOLD: Record<HeldBy, HeldKind | undefined> = {
  nothing: undefined,
  disabled: undefined,
  'stabilization-up': 'stabilization',
  'stabilization-down': 'stabilization',
  'rate-up': 'rate',
  'rate-down': 'rate',
  max: 'bounds',
  min: 'bounds',
  'metrics-failed': 'failing',
  'no-scale': 'failing',
  'bad-selector': 'failing',
};

export const CLAIM_LABELS: Record<HpaRow['claim'], string> = {
  'not-asked': 'The cluster’s controller',
  off: 'The cluster’s controller; Plumbline is asked for, and off',
  following: 'Another process of Plumbline',
  trying: 'Plumbline is taking over',
  held: 'Plumbline',
  contested: 'Contested: the cluster’s controller too',
};

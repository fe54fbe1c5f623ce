import { templateWarnings } from '../decide/features/warnings';
import { RULE_LABEL } from '../decide/pods/rule-label';
import { LAST_APPLIED_ANNOTATION } from '../decide/pods/rule-marks';
import type { FeatureGates } from '../decide/pods/vpa-faults';
import { readVpa } from '../decide/pods/vpa-reading';
import { boundsBelowZero, validateVpa } from '../decide/pods/vpa-validation';
import { isJsonObject } from '../objects/json-object';
import type { VerticalScalingPolicy } from '../objects/plumbline-types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import type { WantedVpa } from './wanted';

/** What the validity of a template depends on besides itself. */
export interface TemplateSettings {
  readonly gates: FeatureGates;
  /** The cluster's time: a calendar may open never from now on. */
  now(): number;
}

/** A label value, and the name by which VPAs are labelled. */
const LONGEST_LABEL = 63;
const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;

/** What keeps a template from being a VPA, and what is wrong with parts that have a safe reading. */
export function templateFaults(
  name: string,
  spec: VerticalScalingPolicy['spec'],
  wanted: WantedVpa,
  { gates, now }: TemplateSettings,
): { faults: readonly string[]; warnings: readonly string[] } {
  const stated = spec.template?.spec;
  if (stated !== undefined && !isJsonObject(stated))
    return { faults: ['spec.template.spec: is not an object'], warnings: [] };
  const vpa: VerticalPodAutoscaler = {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: 'any', labels: wanted.labels, annotations: wanted.annotations },
    spec: { ...wanted.spec, targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'any' } },
  };
  const faults = [
    ...(name.length > LONGEST_LABEL ? [`metadata.name: has more than ${LONGEST_LABEL} characters`] : []),
    ...('targetRef' in (stated ?? {}) ? ['spec.template.spec.targetRef: every VPA gets its own'] : []),
    ...metadataFaults(wanted),
    ...specFaults(vpa, gates),
  ];
  return { faults, warnings: faults.length > 0 ? [] : templateWarnings(vpa, now()) };
}

function metadataFaults({ labels, annotations }: WantedVpa): string[] {
  const path = 'spec.template.metadata';
  return [
    ...(RULE_LABEL in labels ? [`${path}.labels[${RULE_LABEL}]: is set by Plumbline`] : []),
    ...(LAST_APPLIED_ANNOTATION in annotations
      ? [`${path}.annotations[${LAST_APPLIED_ANNOTATION}]: is set by Plumbline`]
      : []),
    ...Object.entries(labels)
      .filter(([, value]) => typeof value !== 'string' || !LABEL_VALUE.test(value))
      .map(([key, value]) => `${path}.labels[${key}]: ${JSON.stringify(value)} is no label value`),
    ...Object.entries(annotations)
      .filter(([, value]) => typeof value !== 'string')
      .map(([key, value]) => `${path}.annotations[${key}]: ${JSON.stringify(value)} is no text`),
  ];
}

/** Fields by their place in the policy. */
function specFaults(vpa: VerticalPodAutoscaler, gates: FeatureGates): string[] {
  try {
    const faults = [...validateVpa(vpa, { gates }), ...boundsBelowZero(vpa)];
    if (faults.length > 0) return faults.map(({ field, message }) => `spec.template.${field}: ${message}`);
    const { fault } = readVpa(vpa);
    return fault ? [`spec.template: ${fault.message}`] : [];
  } catch {
    return ['spec.template.spec: a field has the wrong type'];
  }
}

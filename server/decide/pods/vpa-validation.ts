import { isDeepStrictEqual } from 'node:util';
import { RESOURCES } from '../../objects/units';
import {
  type ContainerResourcePolicy,
  type StartupBoost,
  UPDATE_MODES,
  type VerticalPodAutoscaler,
} from '../../objects/vpa-types';
import { boundFaults, countFaults, cpuFaults, negativeBounds, oomFaults } from './amount-validation';
import { heldMode } from './mode-before-stop';
import {
  type FeatureGates,
  forbiddenByGate,
  notSupported,
  type ValidationOptions,
  type VpaFault,
} from './vpa-faults';

const PER_VPA_OFF = 'not supported when feature flag PerVPAConfig is disabled';
/** What the gate PerVPAConfig allows in a container policy. */
const PER_VPA_FIELDS = [
  'oomBumpUpRatio',
  'oomMinBumpUp',
  'memoryAggregationIntervalSeconds',
  'memoryAggregationIntervalCount',
] as const;
const CONTAINER_MODES = ['Auto', 'Off'];

/** Faults of a startup boost, of the VPA or of one container policy; none without a boost. */
function startupBoostFaults(
  boost: StartupBoost | null | undefined,
  path: string,
  { gates, former }: ValidationOptions,
): VpaFault[] {
  if (!boost) return [];
  if (!gates.cpuStartupBoost) return [forbiddenByGate(path, 'startupBoost', 'CPUStartupBoost')];
  const { cpu } = boost;
  if (!cpu) return [];
  if (!cpu.type && !boostsOf(former).some((kept) => isDeepStrictEqual(kept.cpu, cpu)))
    return [{ kind: 'required', field: `${path}.cpu.type`, message: 'must be either Factor or Quantity' }];
  const duration: VpaFault[] =
    cpu.durationSeconds !== undefined && cpu.durationSeconds < 0
      ? [
          {
            kind: 'invalid',
            field: `${path}.cpu.durationSeconds`,
            message: 'must be greater than or equal to 0',
          },
        ]
      : [];
  return [...amountFaults(cpu, `${path}.cpu`), ...duration];
}

/** The startup boosts that a VPA states, of all its pods and of containers. */
function boostsOf(vpa: VerticalPodAutoscaler | undefined): StartupBoost[] {
  const { startupBoost, resourcePolicy } = vpa?.spec ?? {};
  const own = (resourcePolicy?.containerPolicies ?? []).map((policy) => policy.startupBoost);
  return [startupBoost, ...own].filter((boost) => boost !== undefined && boost !== null);
}

function amountFaults(cpu: NonNullable<StartupBoost['cpu']>, path: string): VpaFault[] {
  switch (cpu.type ?? 'Factor') {
    case 'Factor':
      if (cpu.factor === undefined || cpu.factor === null)
        return [{ kind: 'required', field: `${path}.factor`, message: 'required when type is Factor' }];
      return cpu.factor >= 1
        ? []
        : [{ kind: 'invalid', field: `${path}.factor`, message: 'must be >= 1 for type Factor' }];
    case 'Quantity':
      if (cpu.quantity === undefined || cpu.quantity === null)
        return [{ kind: 'required', field: `${path}.quantity`, message: 'required when type is Quantity' }];
      return cpuFaults(cpu.quantity, `${path}.quantity`);
    default:
      return [notSupported(`${path}.type`, ['Factor', 'Quantity'])];
  }
}

/**
 * Every fault of a VPA's spec, in the order of its fields; empty if it can be used (VPA 1.8.1,
 * pkg/admission-controller/resource/vpa/validation.go).
 */
export function validateVpa(vpa: VerticalPodAutoscaler, { gates, former }: ValidationOptions): VpaFault[] {
  const { spec } = vpa;
  const options = { gates: opened(gates, former), ...(former && { former }) };
  if (!spec) return [{ kind: 'required', field: 'spec', message: 'a spec is required' }];
  const faults: VpaFault[] = [];
  if (!former && !spec.targetRef)
    faults.push({ kind: 'required', field: 'spec.targetRef', message: 'targetRef is required' });
  if ((spec.recommenders?.length ?? 0) > 1)
    faults.push({ kind: 'too-many', field: 'spec.recommenders', message: 'must have at most 1 item' });
  if (spec.updatePolicy) faults.push(...updatePolicyFaults(spec.updatePolicy, options));
  spec.resourcePolicy?.containerPolicies?.forEach((policy, index) => {
    faults.push(...containerPolicyFaults(policy, `spec.resourcePolicy.containerPolicies[${index}]`, options));
  });
  faults.push(...startupBoostFaults(spec.startupBoost, 'spec.startupBoost', options));
  return faults;
}

/** The gates with those open whose fields the object has already, so that closing a gate locks out none. */
function opened(gates: FeatureGates, former: VerticalPodAutoscaler | undefined): FeatureGates {
  if (!former?.spec) return gates;
  const { updatePolicy, resourcePolicy } = former.spec;
  const isConfigured = (resourcePolicy?.containerPolicies ?? []).some((policy) =>
    PER_VPA_FIELDS.some((field) => isStated(policy[field])),
  );
  return {
    cpuStartupBoost: gates.cpuStartupBoost || boostsOf(former).length > 0,
    perVpaConfig: gates.perVpaConfig || isStated(updatePolicy?.evictAfterOOMSeconds) || isConfigured,
    inPlace: gates.inPlace || (heldMode(former)?.mode ?? updatePolicy?.updateMode) === 'InPlace',
  };
}

const isStated = (value: unknown) => value !== undefined && value !== null;

/** What `kubectl apply` should say of values that only stay since they are there already. */
export function keptValues(vpa: VerticalPodAutoscaler, former: VerticalPodAutoscaler | undefined): string[] {
  return policiesOf(vpa).flatMap(({ controlledResources = [] }, index) =>
    unsized(controlledResources)
      .filter(([resource]) => controlledBy(former).has(resource))
      .map(
        ([resource, place]) =>
          `spec.resourcePolicy.containerPolicies[${index}].controlledResources[${place}]: unsupported value "${resource}" is allowed only because it is present in the existing VPA object; supported values: "cpu", "memory"`,
      ),
  );
}

const policiesOf = ({ spec }: VerticalPodAutoscaler) => spec?.resourcePolicy?.containerPolicies ?? [];

const controlledBy = (vpa: VerticalPodAutoscaler | undefined) =>
  new Set(vpa ? policiesOf(vpa).flatMap((policy) => policy.controlledResources ?? []) : []);

/** What of a list is neither CPU nor memory, with its place there. */
function unsized(resources: readonly string[]): [string, number][] {
  return [...resources.entries()]
    .filter(([, resource]) => !RESOURCES.some((known) => known === resource))
    .map(([place, resource]) => [resource, place]);
}

/** Negative bounds, which admission warns about and the form rejects. */
export function boundsBelowZero({ spec }: VerticalPodAutoscaler): VpaFault[] {
  return (spec.resourcePolicy?.containerPolicies ?? []).flatMap((policy, index) =>
    negativeBounds(policy, `spec.resourcePolicy.containerPolicies[${index}]`),
  );
}

function updatePolicyFaults(
  policy: NonNullable<VerticalPodAutoscaler['spec']['updatePolicy']>,
  { gates }: ValidationOptions,
): VpaFault[] {
  const faults: VpaFault[] = [];
  const field = 'spec.updatePolicy.updateMode';
  const mode = policy.updateMode;
  if (mode === undefined || mode === null)
    faults.push({ kind: 'required', field, message: 'updateMode is required if UpdatePolicy is used' });
  else if (typeof mode !== 'string')
    faults.push({
      kind: 'invalid',
      field,
      message: `must be a string, not ${JSON.stringify(mode)}; YAML reads Off without quotes as false: write "Off"`,
    });
  else if (!UPDATE_MODES.includes(mode)) faults.push(notSupported(field, currentModes()));
  else if (mode === 'InPlace' && !gates.inPlace)
    faults.push(forbiddenByGate(field, 'UpdateMode InPlace', 'InPlace'));
  if (typeof policy.minReplicas === 'number' && policy.minReplicas < 1)
    faults.push({
      kind: 'invalid',
      field: 'spec.updatePolicy.minReplicas',
      message: 'minReplicas has to be positive',
    });
  return [
    ...faults,
    ...perVpa(gates, policy.evictAfterOOMSeconds, 'spec.updatePolicy.evictAfterOOMSeconds', countFaults),
  ];
}

function containerPolicyFaults(
  policy: ContainerResourcePolicy,
  path: string,
  options: ValidationOptions,
): VpaFault[] {
  const { gates, former } = options;
  const faults: VpaFault[] = [];
  if (!policy.containerName)
    faults.push({
      kind: 'required',
      field: `${path}.containerName`,
      message: 'a container name, or * for every other container, is required',
    });
  if (policy.mode && !CONTAINER_MODES.includes(policy.mode))
    faults.push(notSupported(`${path}.mode`, CONTAINER_MODES));
  if (policy.mode === 'Off' && policy.controlledValues === 'RequestsAndLimits')
    faults.push({
      kind: 'invalid',
      field: `${path}.controlledValues`,
      message: "shouldn't be specified if container scaling mode is off",
    });
  faults.push(...boundFaults(policy, path));
  for (const [resource, index] of unsized(policy.controlledResources ?? []))
    if (!controlledBy(former).has(resource))
      faults.push(notSupported(`${path}.controlledResources[${index}]`, [...RESOURCES]));
  faults.push(
    ...perVpa(gates, policy.oomBumpUpRatio, `${path}.oomBumpUpRatio`, oomFaults.ratio),
    ...perVpa(gates, policy.oomMinBumpUp, `${path}.oomMinBumpUp`, oomFaults.minBumpUp),
    ...perVpa(
      gates,
      policy.memoryAggregationIntervalSeconds,
      `${path}.memoryAggregationIntervalSeconds`,
      countFaults,
    ),
    ...perVpa(
      gates,
      policy.memoryAggregationIntervalCount,
      `${path}.memoryAggregationIntervalCount`,
      countFaults,
    ),
    ...startupBoostFaults(policy.startupBoost, `${path}.startupBoost`, options),
  );
  return faults;
}

function perVpa<T>(
  gates: FeatureGates,
  value: T | null | undefined,
  field: string,
  check: (value: T, field: string) => VpaFault[],
): VpaFault[] {
  if (value === undefined || value === null) return [];
  return gates.perVpaConfig ? check(value, field) : [{ kind: 'forbidden', field, message: PER_VPA_OFF }];
}

/** The modes offered today: `Auto` is accepted and no longer offered. */
function currentModes(): string[] {
  return UPDATE_MODES.filter((mode) => mode !== 'Auto').sort();
}

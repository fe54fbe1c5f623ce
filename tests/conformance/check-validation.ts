import { missingUpdatePolicy } from '@/server/decide/features/opting-in';
import { vpaWarnings } from '@/server/decide/new/vpa-warnings';
import { validateVpa } from '@/server/decide/pods/vpa-validation';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { type Checker, Difference, expectSame, namedCases } from './checker';
import { gateIsOn } from './feature-gates';

interface ValidationCase {
  name: string;
  operation: 'CREATE' | 'UPDATE';
  featureGates: string;
  vpa: VerticalPodAutoscaler;
  valid: boolean;
  errors: { field: string }[];
  warnings?: string[];
  patches?: { op: string; path: string; value: unknown }[];
}

/** Whether the object is valid, the field of each error, the warnings and the defaults. */
export const validationChecker: Checker<ValidationCase> = {
  file: 'validation',
  cases: namedCases<ValidationCase>,
  check({ vpa, operation, featureGates, valid, errors, warnings, patches }) {
    const faults = validateVpa(vpa, {
      ...(operation === 'UPDATE' && { former: vpa }),
      gates: {
        cpuStartupBoost: gateIsOn(featureGates, 'CPUStartupBoost'),
        perVpaConfig: gateIsOn(featureGates, 'PerVPAConfig'),
        inPlace: gateIsOn(featureGates, 'InPlace'),
      },
    });
    expectSame('valid', valid, faults.length === 0);
    const fields = (list: readonly { field: string }[]) => list.map(({ field }) => field).sort();
    expectAlike('fields', fields(errors), fields(faults));
    if (!valid) return;
    expectAlike('warnings', warnings ?? [], vpaWarnings(vpa, { vpas: [], hpas: [] }));
    const policy = missingUpdatePolicy(vpa);
    const added = policy ? [{ op: 'add', path: '/spec/updatePolicy', value: policy }] : [];
    expectAlike('patches', patches ?? [], added);
  },
};

function expectAlike(where: string, expected: unknown, actual: unknown): void {
  if (JSON.stringify(expected) !== JSON.stringify(actual)) throw new Difference(where, expected, actual);
}

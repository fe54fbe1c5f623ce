import { isDeepStrictEqual } from 'node:util';
import fastJsonPatch, { type Operation } from 'fast-json-patch';
import { patchFor } from '@/server/decide/new/patch';
import { statedAmounts } from '@/server/decide/new/pod-amounts';
import { policyFor } from '@/server/decide/pods/compiled-vpa';
import { namespaceLimits } from '@/server/decide/pods/limit-bounds';
import { planResources } from '@/server/decide/pods/resource-plan';
import { compareQuantities, parseQuantity } from '@/server/objects/quantity';
import type { LimitRange, Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { asTheReference } from './as-the-reference';
import { type Checker, Difference, expectSame, namedCases } from './checker';
import { gateIsOn } from './feature-gates';

interface AdmissionCase {
  name: string;
  featureGates: string;
  pod: Pod;
  vpa: VerticalPodAutoscaler;
  limitRanges: LimitRange[];
  patches: Operation[];
}

/** The reference's patch and ours, each applied to the pod, give equal resources and annotations. */
export const admissionChecker: Checker<AdmissionCase> = {
  file: 'admission',
  cases: namedCases<AdmissionCase>,
  check({ pod, vpa, limitRanges, featureGates, patches }) {
    const compiled = asTheReference(vpa);
    const plans = planResources(
      pod.spec.containers.map(statedAmounts),
      compiled,
      compiled.recommendation,
      namespaceLimits(limitRanges),
      { startupBoost: gateIsOn(featureGates, 'CPUStartupBoost'), scaled: 'all' },
    );
    const isOff = (name: string) =>
      gateIsOn(featureGates, 'CPUStartupBoost') && policyFor(compiled, name)?.off === true;
    const ours = applied(pod, patchFor(pod, vpa.metadata.name, plans, { isOff }));
    const theirs = applied(pod, inApplicableOrder(patches));
    theirs.spec.containers.forEach((container, index) => {
      for (const field of ['requests', 'limits'] as const)
        expectSameAmounts(
          `${container.name} ${field}`,
          container.resources?.[field],
          ours.spec.containers[index]?.resources?.[field],
        );
    });
    expectSameAnnotations(theirs.metadata.annotations ?? {}, ours.metadata.annotations ?? {});
  },
};

function applied(pod: Pod, patches: readonly Operation[]): Pod {
  return fastJsonPatch.applyPatch(structuredClone(pod), [...patches], true).newDocument;
}

/** The recorded patches are in no order; parents of a path must come before it. */
function inApplicableOrder(patches: readonly Operation[]): Operation[] {
  const depth = (operation: Operation) => operation.path.split('/').length;
  return [...patches].sort((a, b) => depth(a) - depth(b));
}

type Amounts = Record<string, string | number> | undefined;

function expectSameAmounts(where: string, expected: Amounts, actual: Amounts): void {
  const names = new Set([...Object.keys(expected ?? {}), ...Object.keys(actual ?? {})]);
  for (const name of names) {
    const [theirs, ours] = [expected?.[name], actual?.[name]];
    const same =
      theirs !== undefined &&
      ours !== undefined &&
      compareQuantities(parseQuantity(theirs), parseQuantity(ours)) === 0;
    if (!same) throw new Difference(`${where} ${name}`, theirs, ours);
  }
}

function expectSameAnnotations(expected: Record<string, string>, actual: Record<string, string>): void {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  for (const name of names) {
    if (name !== 'vpaUpdates') expectSame(`annotation ${name}`, expected[name], actual[name]);
    else if (!isDeepStrictEqual(updateWords(expected[name]), updateWords(actual[name])))
      throw new Difference(`annotation ${name}`, expected[name], actual[name]);
  }
}

/** Who updated the pod, and the notes about each container as a set. */
function updateWords(text = ''): { by: string; containers: Record<string, Set<string>> } {
  const [by = '', ...rest] = text.split(': ');
  const containers: Record<string, Set<string>> = {};
  for (const part of rest.join(': ').split('; ')) {
    const [container = '', ...words] = part.split(': ');
    containers[container] = new Set(words.join(': ').split(', '));
  }
  return { by, containers };
}

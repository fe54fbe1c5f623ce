import type { PodContainerReport, PodReport } from '../contract/reports';
import { type Amounts, RESOURCES, type Resource } from '../objects/units';
import { LEFT_REASONS } from '../words/admission';
import { formatAmounts, isUnbounded } from '../words/amounts';
import { AWAITED_EVENTS } from '../words/awaited-events';
import { containerName } from '../words/container-name';
import { DECISIONS } from '../words/decisions';
import { UNCONTROLLED } from '../words/pod-control';
import { reasonText } from '../words/reasons';
import { absoluteTime, relativeTime } from '../words/times';
import { NO_AMOUNT } from './amount-words';
import { stopText } from './status-text';
import { plainText, table } from './text';

/** Everything known of a pod: who controls it, what it requests, what holds it, what comes next. */
export function whyText(pod: PodReport): string {
  const { namespace, name, phase, node, controller, stop, hpas } = pod;
  const lines = [
    `Pod ${namespace}/${name}: ${phase}${node ? ` on ${node}` : ''}, ${controller ? `of ${controller.kind} ${controller.name}` : 'without a controller'}`,
    ...controlLines(pod),
    ...(stop ? [`Stop: ${stopText(stop)}`] : []),
    ...(hpas ? [`HPAs: ${hpas}`] : []),
    ...admissionLines(pod),
    ...planLines(pod),
  ];
  const containers = table(
    [
      'CONTAINER',
      'RESOURCE',
      'REQUEST',
      'LIMIT',
      'TARGET',
      'LOWER',
      'UPPER',
      'UNCAPPED',
      'NEW REQUEST',
      'NEW LIMIT',
      'NOTE',
    ],
    pod.containers.flatMap(containerLines),
  );
  return [...lines.map(plainText), '', containers].join('\n');
}

function controlLines({ control, others }: PodReport): string[] {
  const also = others.map(({ name, mode }) => `${name} (${mode})`).join(', ');
  const beside = also ? [`Other VPAs that name it, and do nothing: ${also}`] : [];
  if (control.kind === 'vpa') return [`VPA: ${control.name}, mode ${control.mode}`, ...beside];
  const { sentence, remedy } = UNCONTROLLED[control.why];
  return [
    `No VPA changes it: ${sentence}${control.detail ? ` ${control.detail}.` : ''} ${remedy}`,
    ...beside,
  ];
}

function admissionLines({ admission: { updates, resizedAt } }: PodReport): string[] {
  return [
    updates ? `Admission: ${updates}` : 'Admission: it did not change the pod.',
    ...(resizedAt ? [`Resized in place: ${resizedAt}`] : []),
  ];
}

function planLines({ plan }: PodReport): string[] {
  if (!plan) return ['Next: the updater has no plan for it.'];
  const { atMs, decision, reasons, awaits, notBeforeMs } = plan;
  const ends = [
    ...(notBeforeMs === undefined
      ? []
      : [`not before ${absoluteTime(notBeforeMs)} (${relativeTime(notBeforeMs, atMs)})`]),
    ...awaits.map((event) => `until ${AWAITED_EVENTS[event]}`),
  ];
  return [
    `Next: ${DECISIONS[decision]}${ends.length > 0 ? ` It waits ${ends.join('; ')}.` : ''}`,
    ...reasons.map((reason) => `- ${reasonText(reason, atMs)}`),
  ];
}

function containerLines(container: PodContainerReport): string[][] {
  const { now, recommended, newPod, left, withheld, notes } = container;
  return RESOURCES.map((resource) => {
    const own = notes
      .filter((note) => note.startsWith(resource))
      .map((note) => note.slice(resource.length).trim());
    const { target, lowerBound, upperBound, uncappedTarget } = recommended ?? {};
    const stays = left.find((one) => one.resource === resource);
    const amounts = [
      now.requests,
      now.limits,
      target,
      lowerBound,
      upperBound,
      uncappedTarget,
      newPod?.requests,
      newPod?.limits,
    ];
    return [
      containerName(container),
      resource,
      ...amountTexts(resource, amounts),
      [
        ...own,
        ...boundNote(resource, now.requests, recommended),
        ...(stays ? [`a new pod keeps its own: ${LEFT_REASONS[stays.reason]}`] : []),
        ...(withheld ? [`a new pod keeps its own: ${withheld}`] : []),
      ].join('; '),
    ];
  });
}

function amountTexts(resource: Resource, amounts: readonly (Amounts | undefined)[]): string[] {
  return formatAmounts(
    resource,
    amounts.map((one) => one?.[resource]),
  ).map((text) => text ?? NO_AMOUNT);
}

function boundNote(
  resource: Resource,
  requests: Amounts,
  recommended: PodContainerReport['recommended'],
): string[] {
  const [now, lower, upper] = [
    requests[resource],
    recommended?.lowerBound[resource],
    recommended?.upperBound[resource],
  ];
  if (now === undefined) return recommended ? ['states no request'] : [];
  if (lower !== undefined && now < lower) return ['below the lower bound'];
  if (upper !== undefined && !isUnbounded(upper) && now > upper) return ['above the upper bound'];
  return [];
}

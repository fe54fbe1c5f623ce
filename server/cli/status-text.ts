import type { StopReport, VpaReport } from '../contract/reports';
import { RESOURCES } from '../objects/units';
import { type UrgencyCounts, urgencyWords } from '../words/urgency';
import { whoWords } from '../words/who';
import { fromTo, NO_AMOUNT } from './amount-words';
import { table } from './text';

const AMOUNTS = RESOURCES.flatMap((resource) => [resource, `${resource} limit`]);
const HEADINGS = ['namespace', 'vpa', 'mode', 'target', 'container', ...AMOUNTS, 'note'].map((heading) =>
  heading.toUpperCase(),
);

/** Conditions that are as they should be when true. */
const GOOD = ['RecommendationProvided'];

/**
 * How much needs somebody, if that is known, and one line for each container of each VPA: what the template requests
 * and what is recommended, and the limits of the template and of a new pod, if the VPA acted on it.
 */
export function statusText(vpas: readonly VpaReport[], counts?: Partial<UrgencyCounts>): string {
  const lines = table(HEADINGS, vpas.flatMap(linesOf));
  if (!counts) return lines;
  const { broken = 0, waits = 0, better = 0 } = counts;
  return `${urgencyWords({ broken, waits, better })}\n\n${lines}`;
}

function linesOf(vpa: VpaReport): string[][] {
  const { namespace, name, mode, target, containers } = vpa;
  const place = [namespace, name, mode, target ? `${target.kind}/${target.name}` : NO_AMOUNT];
  const note = notesOf(vpa).join('; ');
  if (containers.length === 0) return [[...place, NO_AMOUNT, ...AMOUNTS.map(() => NO_AMOUNT), note]];
  return containers.map(({ name: container, template, recommended, next }, index) => [
    ...place,
    container,
    ...RESOURCES.flatMap((resource) => [
      fromTo(resource, template?.requests, recommended?.target),
      fromTo(resource, template?.limits, (next ?? template)?.limits),
    ]),
    index === 0 ? note : '',
  ]);
}

function notesOf({ stop, heldMode, fault, conditions }: VpaReport): string[] {
  const held = heldMode ? `, ${heldMode.mode} once resumed` : '';
  const provided = conditions.find(({ type }) => type === 'RecommendationProvided');
  return [
    ...(stop ? [`${stopText(stop)}${held}`] : []),
    ...(fault ? [fault] : []),
    ...(provided?.status === 'False' ? [provided.message || 'no recommendation yet'] : []),
    ...conditions
      .filter(({ type, status }) => status === 'True' && !GOOD.includes(type))
      .map(({ type }) => type),
  ];
}

/** `stopped (all) by ada: too many evictions` */
export function stopText({ scope, who, reason }: StopReport): string {
  return `stopped (${scope}) by ${whoWords(who)}${reason ? `: ${reason}` : ''}`;
}

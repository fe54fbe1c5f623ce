import type { StopReport, VpaReport } from '../contract/reports';
import { RESOURCES } from '../objects/units';
import { type UrgencyCounts, urgencyWords } from '../words/urgency';
import { whoWords } from '../words/who';
import { fromTo, NO_AMOUNT } from './amount-words';
import { table } from './text';

/** Conditions that are as they should be when true. */
const GOOD = ['RecommendationProvided'];

/**
 * How much needs somebody, if that is known, and one line for each container of each VPA: what the template requests,
 * and what is recommended.
 */
export function statusText(vpas: readonly VpaReport[], counts?: Partial<UrgencyCounts>): string {
  const headings = ['NAMESPACE', 'VPA', 'MODE', 'TARGET', 'CONTAINER', 'CPU', 'MEMORY', 'NOTE'];
  const lines = table(headings, vpas.flatMap(linesOf));
  if (!counts) return lines;
  const { broken = 0, waits = 0, better = 0 } = counts;
  return `${urgencyWords({ broken, waits, better })}\n\n${lines}`;
}

function linesOf(vpa: VpaReport): string[][] {
  const { namespace, name, mode, target, containers } = vpa;
  const place = [namespace, name, mode, target ? `${target.kind}/${target.name}` : NO_AMOUNT];
  const note = notesOf(vpa).join('; ');
  if (containers.length === 0) return [[...place, NO_AMOUNT, NO_AMOUNT, NO_AMOUNT, note]];
  return containers.map(({ name: container, template, recommended }, index) => [
    ...place,
    container,
    ...RESOURCES.map((resource) => fromTo(resource, template?.requests, recommended?.target)),
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

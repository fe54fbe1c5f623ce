import type { ResumeView, StopsView } from '../contract/operations';
import { keyOfScope, type StopScope } from '../decide/pods/stop';
import { countOf } from '../words/counts';
import { scopeWords } from '../words/stops';
import { absoluteTime } from '../words/times';
import { whoWords } from '../words/who';
import { NO_AMOUNT } from './amount-words';
import { table } from './text';

/** `everything`, `namespace shop`, `VPA shop/web` */
export function scopeText(scope: StopScope): string {
  return scope.kind === 'vpa' ? `VPA ${scopeWords(scope)}` : scopeWords(scope);
}

/** The stops in force. */
export function stopsText({ stops, progress, outOfReach }: StopsView): string {
  const lines = stops.map(({ scope, who, atMs, reason, inCluster }) => [
    scopeText(scope),
    whoWords(who),
    absoluteTime(atMs),
    inCluster ? 'yes' : 'not yet',
    reason ?? NO_AMOUNT,
  ]);
  const stopped = table(['STOPPED', 'BY', 'SINCE', 'IN CLUSTER', 'REASON'], lines);
  const { affected, done, already, failed, lastError } = progress;
  return [
    lines.length > 0 ? stopped : 'Nothing is stopped.',
    ...(affected > 0 ? [`${done} of ${countOf(affected, 'VPA')} set to Off so far.`] : []),
    ...(already > 0 ? [`${countOf(already, 'VPA was', 'VPAs were')} Off already.`] : []),
    ...(failed > 0
      ? [`${countOf(failed, 'VPA')} could not be set${lastError ? `: ${lastError}` : '.'}`]
      : []),
    ...outOfReach.map(
      ({ vpas, where, namespaces, setting }) =>
        `${countOf(vpas, 'VPA')} ${where} ${namespaces.join(', ')} ${vpas === 1 ? 'is' : 'are'} left to others by ${setting}; no stop covers ${vpas === 1 ? 'it' : 'them'}.`,
    ),
  ].join('\n');
}

export function isStoppedIn({ stops }: StopsView, scope: StopScope): boolean {
  return stops.some((stop) => keyOfScope(stop.scope) === keyOfScope(scope));
}

/** What a resume would do, before it is confirmed. */
export function resumeText(
  scope: StopScope,
  { vpas, modes, stayOff, stillStopped, pods }: ResumeView,
): string {
  const returning = modes.map(({ mode, vpas: count }) => `${count} to ${mode}`).join(', ');
  return [
    `Resuming ${scopeText(scope)} frees ${countOf(vpas, 'VPA')}${returning ? ` (${returning})` : ''}.`,
    ...(stayOff > 0 ? [`${countOf(stayOff, 'VPA stays', 'VPAs stay')} Off.`] : []),
    ...(stillStopped > 0 ? [`Another stop still holds ${countOf(stillStopped, 'VPA')}.`] : []),
    ...(pods
      ? [`The first pass evicts ${countOf(pods.evict, 'pod')} and resizes ${countOf(pods.resize, 'pod')}.`]
      : []),
  ].join(' ');
}

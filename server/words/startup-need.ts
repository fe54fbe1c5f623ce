import type { Resource } from '../objects/units';
import { formatAmounts, resourceName } from './amounts';

/** An init container that decides what a pod counts for, in millicores or bytes. */
export interface StartupNeed {
  readonly container: string;
  readonly resource: Resource;
  readonly request: number;
  /** What it requests with the sidecars declared before it, which start first. */
  readonly starting: number;
  /** What everything that runs later requests together. */
  readonly running: number;
  /** With no more than this it would not decide. */
  readonly most: number;
  /** What a pod would count less then. */
  readonly frees: number;
}

/** What an init container makes useless, and what would help: amounts in millicores or bytes. */
export function startupNeedWords({ container, resource, ...amounts }: StartupNeed): string {
  const { request, starting, running, most, frees } = amounts;
  const [asks, counts, later, atMost, less] = formatAmounts(resource, [
    request,
    starting,
    running,
    most,
    frees,
  ]);
  const word = resourceName(resource);
  const beside = starting > request ? `, ${counts} with the sidecars before it` : '';
  return (
    `Init container ${container} requests ${asks} of ${word}${beside}, and with their recommendations all that runs later would request ${later}. ` +
    `The scheduler counts the larger, so lowering the others further frees nothing. With at most ${atMost} for ${container}, each pod would count ${less} less.`
  );
}

import { CLOCK_HEADER } from '../../../contract/status';
import { view } from '../view';
import { presentHub } from './present-hub';

/**
 * What a hub shows whoever is signed in; each cluster has judged what they may see. With the time of the hub, so that
 * ages do not depend on the clock of the browser.
 */
export function hubView<P extends object = Record<string, never>>(work: Parameters<typeof view<P>>[0]) {
  return view<P>(work, {
    entry: 'person',
    headers: () => ({ [CLOCK_HEADER]: String(presentHub().nowMs) }),
  });
}

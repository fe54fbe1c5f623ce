import { allHeldText } from '../decide/pods/outcome/held-text';
import { readOutcomes } from '../decide/pods/outcome/state';
import { isServedNamespace, type NamespaceSettings } from '../decide/pods/served-namespaces';
import type { ProblemReporter } from '../kube/problems';
import type { WatchCache } from '../kube/watch-cache';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { aboutVpa } from '../words/object-fault';

interface HeldWatchOptions {
  readonly vpas: Pick<WatchCache<VerticalPodAutoscaler>, 'subscribe'>;
  readonly problems: Pick<ProblemReporter, 'report' | 'clear'>;
  readonly served: NamespaceSettings;
}

/**
 * Says in every process which VPAs are held at former requests: whichever process undid the change, it noted that on
 * the VPA.
 * @returns a function that ends it
 */
export function watchHeld({ vpas, problems, served }: HeldWatchOptions): () => void {
  const told = new Map<string, string>();
  const tell = (vpa: VerticalPodAutoscaler, isThere: boolean): void => {
    const about = aboutVpa(vpa.metadata);
    const isActing = isThere && isServedNamespace(served, vpa.metadata.namespace ?? '') && !isOff(vpa);
    const text = isActing ? allHeldText(readOutcomes(vpa)) : undefined;
    if (text === told.get(about)) return;
    if (text === undefined) {
      told.delete(about);
      problems.clear('undone', about);
      return;
    }
    told.set(about, text);
    problems.report('undone', about, text);
  };
  return vpas.subscribe({
    added: (vpa) => tell(vpa, true),
    updated: (_former, vpa) => tell(vpa, true),
    deleted: (vpa) => tell(vpa, false),
  });
}

/** Of such a VPA nothing is held, for nothing is given. */
function isOff({ spec }: VerticalPodAutoscaler): boolean {
  return spec?.updatePolicy?.updateMode === 'Off';
}

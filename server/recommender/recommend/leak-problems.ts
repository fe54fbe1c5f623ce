import type { ProblemReporter } from '@/server/kube/problems';
import { leakText } from '@/server/words/leaks';
import { aboutVpa } from '@/server/words/object-fault';
import type { ServedVpa } from '../vpas/served-vpa';

/** Reports every container that leaks, and no other. */
export function reportLeaks(
  servedVpas: Iterable<ServedVpa>,
  problems: Pick<ProblemReporter, 'report' | 'clearExcept'>,
): void {
  const leaking = new Set<string>();
  for (const served of servedVpas)
    for (const { container, leak } of served.leaks?.all() ?? []) {
      const about = `${aboutVpa(served)}, container ${container}`;
      leaking.add(about);
      problems.report('memory-leak', about, leakText(leak));
    }
  problems.clearExcept('memory-leak', leaking);
}

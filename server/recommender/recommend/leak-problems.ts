import type { ProblemReporter } from '@/server/kube/problems';
import { leakText, vainText } from '@/server/words/leaks';
import { aboutVpa } from '@/server/words/object-fault';
import type { ServedVpa } from '../vpas/served-vpa';

/** Reports every container that leaks, or that raises did not help, and no other. */
export function reportLeaks(
  servedVpas: Iterable<ServedVpa>,
  problems: Pick<ProblemReporter, 'report' | 'clearExcept'>,
): void {
  const leaking = new Set<string>();
  const vain = new Set<string>();
  for (const served of servedVpas) {
    for (const { container, leak } of served.leaks?.all() ?? []) {
      const about = `${aboutVpa(served)}, container ${container}`;
      leaking.add(about);
      problems.report('memory-leak', about, leakText(leak));
    }
    for (const { container, raises } of served.leaks?.allInVain() ?? []) {
      const about = `${aboutVpa(served)}, container ${container}`;
      vain.add(about);
      problems.report('raised-in-vain', about, vainText(raises));
    }
  }
  problems.clearExcept('memory-leak', leaking);
  problems.clearExcept('raised-in-vain', vain);
}

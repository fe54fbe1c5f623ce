import type { StopScope, StopsView } from '@/server/operations/views';
import { countOf } from '@/server/words/counts';
import { scopeWords } from '@/server/words/stops';
import { kubectl } from '../layout/kubectl';

export function scopeKey(scope: StopScope): string {
  return scope.kind === 'all' ? 'all' : `${scope.kind} ${scopeWords(scope)}`;
}

/** How to stop by hand if the server does not answer: mode Off for every VPA. */
export function kubectlStop(scope: StopScope, kubeconfig?: string): string {
  const patch = kubectl(`patch --type=merge -p '{"spec":{"updatePolicy":{"updateMode":"Off"}}}'`, kubeconfig);
  if (scope.kind === 'vpa') return `${patch} -n ${scope.namespace} vpa/${scope.name}`;
  const where = scope.kind === 'all' ? '-A' : `-n ${scope.namespace}`;
  const names = `'{range .items[*]}-n {.metadata.namespace} vpa/{.metadata.name}{"\\n"}{end}'`;
  return `${kubectl(`get vpa ${where} -o jsonpath=${names}`, kubeconfig)} | xargs -L1 ${patch}`;
}

/** How many VPAs a scope covers, given the number per namespace. */
export function coveredBy(scope: StopScope, namespaces: readonly { name: string; vpas: number }[]): number {
  switch (scope.kind) {
    case 'all':
      return namespaces.reduce((sum, { vpas }) => sum + vpas, 0);
    case 'namespace':
      return namespaces.find(({ name }) => name === scope.namespace)?.vpas ?? 0;
    case 'vpa':
      return 1;
  }
}

/** The VPAs of a scope that no stop covers, in sentences. */
export function outOfReachWords(scope: StopScope, outOfReach: StopsView['outOfReach']): string[] {
  return outOfReach
    .filter((left) => scope.kind === 'all' || isLeft(scope.namespace, left))
    .map(({ setting, where, namespaces, vpas }) => {
      const which =
        scope.kind === 'all'
          ? `${countOf(vpas, 'VPA')} ${where} ${namespaces.join(', ')}`
          : scopeWords(scope);
      return scope.kind === 'all' && vpas > 1
        ? `${which} are excluded by ${setting}; they are not stopped.`
        : `${which} is excluded by ${setting}; it is not stopped.`;
    });
}

/** How many of the scope's `covered` VPAs are out of reach. */
export function beyondReach(scope: StopScope, covered: number, outOfReach: StopsView['outOfReach']): number {
  if (scope.kind === 'all') return outOfReach.reduce((sum, { vpas }) => sum + vpas, 0);
  return outOfReach.some((left) => isLeft(scope.namespace, left)) ? covered : 0;
}

function isLeft(namespace: string, { where, namespaces }: StopsView['outOfReach'][number]): boolean {
  return namespaces.includes(namespace) === (where === 'in');
}

/** How far the cluster has followed the stop, in words; the process itself follows at once. */
export function progressWords({
  affected,
  done,
  restoring,
  failed,
  lastError,
}: StopsView['progress']): string {
  const parts = [
    done < affected
      ? `Setting mode Off: ${done.toLocaleString('en-US')} of ${countOf(affected, 'VPA')}`
      : affected > 0 && `${countOf(affected, 'VPA')} set to mode Off`,
    restoring > 0 && `restoring ${countOf(restoring, 'VPA')}`,
    failed > 0 && `${countOf(failed, 'VPA')} failed${lastError ? `: ${lastError}` : ''}`,
  ];
  return parts.filter(Boolean).join('; ');
}

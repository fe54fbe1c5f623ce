import type { StopScope, StopsView } from '@/server/contract/operations';
import type { NamespacesView } from '@/server/contract/workloads';
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

/** What a stop does to the modes of VPAs, as a sentence; `namespaces` if all of them are known. */
export function modeSentence(
  scope: StopScope,
  namespaces: NamespacesView['namespaces'] | undefined,
  outOfReach: StopsView['outOfReach'],
): string {
  if (scope.kind === 'vpa')
    return outOfReach.some((left) => isLeft(scope.namespace, left))
      ? ''
      : 'Its mode becomes Off, unless it is already; Resume restores the mode.';
  if (!namespaces) {
    const which = scope.kind === 'all' ? 'All VPAs' : 'Its VPAs';
    return `${which} will be set to mode Off; Resume restores their modes.`;
  }
  const reached = namespaces.filter(
    ({ name }) =>
      (scope.kind === 'all' || name === scope.namespace) && !outOfReach.some((left) => isLeft(name, left)),
  );
  const off = reached.reduce((sum, one) => sum + one.off, 0);
  const others = reached.reduce((sum, one) => sum + one.vpas, 0) - off;
  const already = off > 0 ? `${countOf(off, 'VPA')} ${off === 1 ? 'is' : 'are'} Off already` : '';
  if (others === 0) return already ? `${already}; no mode changes.` : 'No VPA changes its mode.';
  return `${countOf(others, 'VPA')} will be set to mode Off; Resume restores ${others === 1 ? 'its mode' : 'their modes'}.${already && ` ${already}.`}`;
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

function isLeft(namespace: string, { where, namespaces }: StopsView['outOfReach'][number]): boolean {
  return namespaces.includes(namespace) === (where === 'in');
}

/** How far the cluster has followed the stop, in words; the process itself follows at once. */
export function progressWords({
  affected,
  done,
  already,
  restoring,
  failed,
  lastError,
}: StopsView['progress']): string {
  const parts = [
    done < affected
      ? `Setting mode Off: ${done.toLocaleString('en-US')} of ${countOf(affected, 'VPA')}`
      : affected > 0 && `${countOf(affected, 'VPA')} set to mode Off`,
    already > 0 && `${countOf(already, 'VPA was', 'VPAs were')} Off already`,
    restoring > 0 && `restoring ${countOf(restoring, 'VPA')}`,
    failed > 0 && `${countOf(failed, 'VPA')} failed${lastError ? `: ${lastError}` : ''}`,
  ];
  return parts.filter(Boolean).join('; ');
}

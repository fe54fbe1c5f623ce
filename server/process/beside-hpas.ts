import { eachByItself } from '../kube/object-fault';
import { targetOfVpa } from '../kube/target-key';
import { besideHpas } from '../policy/with-hpa';
import { besideText } from '../words/with-hpa';
import type { Runtime } from './runtime';

/** What the HPAs of a VPA's target leave to it, in a sentence; undefined without an HPA, or if none is watched. */
export function besideHpasOf(
  { cluster, config }: Pick<Runtime, 'cluster' | 'config'>,
  namespace: string,
  name: string,
): string | undefined {
  const vpa = cluster?.caches.vpas.get(namespace, name);
  const target = vpa && targetOfVpa(vpa);
  const hpas = target ? cluster?.caches.hpasByTarget.targeting(target) : undefined;
  if (!vpa || !hpas?.length || !config.respectConflicts) return undefined;
  const { results } = eachByItself('HorizontalPodAutoscaler', hpas, (hpa) => {
    besideHpas(vpa, [hpa]);
    return hpa;
  });
  if (results.length === 0) return undefined;
  const names = results.map(({ metadata }) => metadata.name).sort();
  return besideText({ names, ...besideHpas(vpa, results) });
}

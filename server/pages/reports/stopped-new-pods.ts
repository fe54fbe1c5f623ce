import { isDeepStrictEqual } from 'node:util';
import type { NewPodsOfVpa, StoppedNewPods } from '../../contract/operations';
import { givenMode } from '../../decide/pods/mode-before-stop';
import { isServedNamespace } from '../../decide/pods/served-namespaces';
import { coversVpa, isStopped, type StopScope } from '../../decide/pods/stop';
import { Slices } from '../../lib/time/slices';
import { knowing, type ReportSources } from './sources';
import { vpaReport } from './vpa-report';

/** Of so many VPAs it is told: people read no more before they stop. */
const MOST_TOLD = 20;
/** So many are looked at for that: what a new pod gets is decided anew for each. */
const MOST_LOOKED_AT = 500;

/**
 * What new pods get now and state without Plumbline, of the first VPAs that a stop of `scope` would cover and no stop
 * covers yet. A VPA that cannot be read, has no template or is Off gives new pods nothing.
 * @throws AppError `forbidden` or `cluster-error` if VPAs or pods cannot be read
 */
export async function stoppedNewPods(sources: ReportSources, scope: StopScope): Promise<StoppedNewPods> {
  await knowing(sources);
  const { config, cluster, stops } = sources;
  const covered = [...cluster.caches.vpas.list(scope.kind === 'all' ? undefined : scope.namespace)].filter(
    (vpa) => {
      const { namespace = '', name } = vpa.metadata;
      return (
        isServedNamespace(config, namespace) &&
        coversVpa(scope, namespace, name) &&
        !isStopped(stops, namespace, name) &&
        givenMode(vpa) !== 'Off'
      );
    },
  );
  const slices = new Slices();
  const vpas: NewPodsOfVpa[] = [];
  let looked = 0;
  for (const vpa of covered.slice(0, MOST_LOOKED_AT)) {
    if (vpas.length === MOST_TOLD) break;
    looked++;
    const { namespace, name, containers } = await vpaReport(sources, vpa);
    const changed = containers.flatMap(({ name: container, template, next }) =>
      template && next && !isDeepStrictEqual(template, next) ? [{ container, now: next, template }] : [],
    );
    if (changed.length > 0) vpas.push({ namespace, name, containers: changed });
    await slices.breathe();
  }
  return { vpas, notTold: covered.length - looked };
}

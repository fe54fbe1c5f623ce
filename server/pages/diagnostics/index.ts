import { givenToProcess } from '../../config';
import { secretsOf, withoutSecrets } from '../../config/secrets';
import type { DiagnosticsView } from '../../contract/diagnostics';
import type { Runtime } from '../../host/runtime';
import { VERSION } from '../../lib/report/version';
import { ownRights } from './own-rights';
import { partStates } from './part-states';
import { shownSettings } from './shown-settings';

/** What a process is, how its parts are, what it may do and how it is set; no secret is in it. */
export async function diagnosticsOf(running: Runtime, given = givenToProcess()): Promise<DiagnosticsView> {
  const view: DiagnosticsView = {
    versions: versionsOf(running),
    parts: partStates(running),
    rights: await ownRights(running.cluster?.client, running.config),
    settings: shownSettings(running.config, given),
  };
  return JSON.parse(
    withoutSecrets(JSON.stringify(view), secretsOf(running.config, given)),
  ) as DiagnosticsView;
}

/**
 * The same for a bug report, as JSON, with the problems and the metrics. It has names of objects and addresses, and no
 * secret of any setting.
 */
export async function bundleOf(running: Runtime, given = givenToProcess()): Promise<string> {
  const { memoryUsage, resourceUsage, uptime } = process;
  const whole = {
    at: new Date(running.clock.now()).toISOString(),
    ...(await diagnosticsOf(running, given)),
    process: {
      uptimeSeconds: Math.round(uptime.call(process)),
      memoryBytes: memoryUsage.call(process),
      usage: resourceUsage.call(process),
    },
    problems: running.problems.list(),
    metrics: (await running.metrics.metrics()).split('\n'),
  };
  return JSON.stringify(withoutSecrets(whole, secretsOf(running.config, given)), null, 2);
}

function versionsOf(running: Runtime): DiagnosticsView['versions'] {
  const { cluster } = running.status();
  return [
    { name: 'Plumbline', version: VERSION },
    { name: 'Node.js', version: `${process.version} on ${process.platform} ${process.arch}` },
    {
      name: 'Kubernetes',
      version:
        cluster.kind === 'connected'
          ? `${cluster.version}${cluster.sandbox ? ', the embedded cluster' : ''}`
          : 'not connected',
    },
  ];
}

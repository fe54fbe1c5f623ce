import { uninstallAdmission } from '../admission/serving/uninstall';
import { wallClock } from '../clock';
import { configFromProcess } from '../config';
import { loadAccess } from '../kube/access';
import { KubeClient } from '../kube/client';
import { withdrawIdle } from '../nodes/publishing/uninstall';
import { countOf } from '../words/counts';

/** Removes the webhook and everything belonging to it from the cluster, and idle resources from nodes; VPAs and checkpoints stay. */
async function main(): Promise<void> {
  const config = configFromProcess();
  const access = loadAccess({ kubeconfig: config.kubeconfig, context: config.kubeContext });
  const client = KubeClient.connect(access, {
    qps: config.kubeApiQps,
    burst: config.kubeApiBurst,
    clock: wallClock,
  });
  try {
    await uninstallAdmission(client, config);
    console.log(`Removed the admission webhook, its certificates and its lease from ${client.server}.`);
    const nodes = await withdrawIdle(client);
    if (nodes > 0) console.log(`Removed the idle resources from the status of ${countOf(nodes, 'node')}.`);
  } finally {
    await client.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { wallClock } from '../../clock';
import { configFromProcess } from '../../config';
import { loadAccess } from '../../kube/access';
import { KubeClient } from '../../kube/client';
import { carryOut, keptWebhooks } from './carry-out';
import { type Found, findBoth } from './found';
import { type Handover, sentenceOf } from './steps';

/**
 * Says what a handover would do, and with `--yes` does it. The exit code is 0 if nothing is left to do, 1 after
 * an error, 2 if something waits for a person.
 */
async function main(plan: (found: Found, hasKeptWebhook: boolean) => Handover): Promise<void> {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
  const config = configFromProcess();
  const access = loadAccess({ kubeconfig: config.kubeconfig, context: config.kubeContext });
  const client = KubeClient.connect(access, { clock: wallClock });
  try {
    const found = await findBoth(client, config);
    const { steps, waits } = plan(found, (await keptWebhooks(client, config)) !== undefined);
    console.log(`Cluster ${client.server}:`);
    if (steps.length === 0 && waits.length === 0) console.log('Nothing to do.');
    for (const step of steps) {
      if (values.yes) await carryOut(step, client, config, pause);
      console.log(`${values.yes ? 'Done' : 'Would do'}: ${sentenceOf(step)}`);
    }
    for (const wait of waits) console.log(wait);
    if (steps.length > 0 && !values.yes) console.log('Nothing was changed. Add `-- --yes` to do it.');
    if (waits.length > 0) process.exitCode = 2;
  } finally {
    await client.close();
  }
}

export function run(plan: (found: Found, hasKeptWebhook: boolean) => Handover): void {
  main(plan).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

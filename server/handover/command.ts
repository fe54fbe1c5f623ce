import { parseArgs } from 'node:util';
import { rightWords } from '../access';
import { type Config, configFromProcess } from '../config';
import { loadAccess } from '../kube/access';
import { KubeClient } from '../kube/client';
import { lackingRights } from '../kube/own-rights';
import { wallClock } from '../lib/time/clock';
import { carryOut } from './carry-out';
import { LOOKING, rightsOf } from './rights';
import { type Handover, sentenceOf } from './steps';

/** What a command finds and would do. */
type Look = (client: KubeClient, config: Config) => Promise<Handover>;

/**
 * Says what a command would do, and with `--yes` does it, unless this account lacks a right for any of it. The
 * exit code is 0 if nothing is left to do, 1 after an error, 2 if something waits for a person.
 */
async function main(look: Look): Promise<void> {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
  const config = configFromProcess();
  const access = loadAccess({ kubeconfig: config.kubeconfig, context: config.kubeContext });
  const client = KubeClient.connect(access, { clock: wallClock });
  try {
    console.log(`Cluster ${client.server}:`);
    if (await lacks(client, LOOKING)) return;
    const { steps, waits, notes = [] } = await look(client, config);
    if (steps.length === 0 && waits.length === 0) console.log('Nothing to do.');
    const isLacking = await lacks(
      client,
      steps.flatMap((step) => rightsOf(step, config)),
    );
    const does = values.yes && !isLacking;
    for (const step of steps) {
      if (does) await carryOut(step, client, config, (ms) => wallClock.sleep(ms));
      console.log(`${does ? 'Done' : 'Would do'}: ${sentenceOf(step)}`);
    }
    for (const line of [...waits, ...notes]) console.log(line);
    if (steps.length > 0 && !does)
      console.log(isLacking ? 'Nothing was changed.' : 'Nothing was changed. Add `-- --yes` to do it.');
    if (waits.length > 0) process.exitCode = 2;
  } finally {
    await client.close();
  }
}

/** Says which of these rights this account lacks; the exit code is then 2. */
async function lacks(client: KubeClient, rights: Parameters<typeof lackingRights>[1]): Promise<boolean> {
  const lacking = await lackingRights(client, rights);
  for (const right of lacking) console.log(`This account lacks the right to ${rightWords(right)}.`);
  if (lacking.length > 0) process.exitCode = 2;
  return lacking.length > 0;
}

export function run(look: Look): void {
  main(look).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

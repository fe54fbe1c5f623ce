import { type Right, rightWords } from '../../access';
import type { Config } from '../../config';
import type { DiagnosticsView } from '../../contract/diagnostics';
import type { KubeClient } from '../../kube/client';
import { lackingRights } from '../../kube/own-rights';
import { MadeOnce } from '../../lib/memo/made-once';
import { errorText } from '../../lib/report/errors';
import { NEEDED_RIGHTS, rightsIn } from './needed-rights';

/** How long an answer counts, so that an open page does not ask the API server again and again. Silence does not count. */
const FRESH_MS = 60_000;
/** Somebody waits for the page. */
const TIMEOUT_MS = 5_000;

type Rights = DiagnosticsView['rights'];
type Asked = { readonly key: 'all'; readonly config: Config };
const clients = new WeakMap<KubeClient, MadeOnce<Asked, Rights>>();

/** What the account of this process may do of what its settings need. */
export async function ownRights(client: KubeClient | undefined, config: Config): Promise<Rights> {
  if (!client) return { kind: 'unknown', message: 'There is no connection to a cluster yet.' };
  const known =
    clients.get(client) ??
    new MadeOnce<Asked, Rights>({
      make: (asked) => ask(client, asked.config),
      forMs: FRESH_MS,
      isKept: ({ kind }) => kind === 'known',
    });
  clients.set(client, known);
  return known.of({ key: 'all', config });
}

async function ask(client: KubeClient, config: Config): Promise<Rights> {
  const needs = NEEDED_RIGHTS.filter((need) => need.isNeeded(config)).map((need) => ({
    ...need,
    rights: rightsIn(need, config),
  }));
  try {
    const lacking = new Set(
      (
        await lackingRights(
          client,
          needs.flatMap(({ rights }) => rights),
          TIMEOUT_MS,
        )
      ).map(keyOf),
    );
    const parts = needs.map(({ part, file, without, isOptional = false, rights }) => {
      const missing = rights.filter((right) => lacking.has(keyOf(right)));
      const granted = rights.length - missing.length;
      return { part, file, without, isOptional, granted, lacking: missing.map(wordsOf) };
    });
    return { kind: 'known', parts };
  } catch (thrown) {
    return { kind: 'unknown', message: `The API server does not say: ${errorText(thrown)}` };
  }
}

const keyOf = (right: Right) => JSON.stringify(right);

/** With the name, where only one object is meant. */
function wordsOf(right: Right): string {
  return right.name ? `${rightWords(right)} (${right.name})` : rightWords(right);
}

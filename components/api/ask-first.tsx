import { headers } from 'next/headers';
import { BASE_PATH_HEADER, belowBase } from '@/server/contract/base-path';
import { apiIn, CLUSTER_HEADER } from '@/server/contract/cluster-pages';
import { earlyScript } from './early-answer';

/**
 * Asks the API for what a page shows first as soon as its HTML is there, not only once its scripts run. The paths are
 * those of the page's queries, letter for letter.
 */
export async function AskFirst({ paths }: { paths: readonly string[] }) {
  const asked = await headers();
  const nonce = asked.get('x-nonce') ?? '';
  const cluster = asked.get(CLUSTER_HEADER) ?? undefined;
  const addresses = paths.map((path) => belowBase(asked.get(BASE_PATH_HEADER) ?? '', apiIn(cluster, path)));
  // A browser hides the nonce from scripts, so hydration finds another one.
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, in which no tag can begin
      dangerouslySetInnerHTML={{ __html: earlyScript(addresses) }}
    />
  );
}

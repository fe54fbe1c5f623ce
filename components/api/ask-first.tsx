import { headers } from 'next/headers';
import { earlyScript } from './early-answer';

/**
 * Asks the API for what a page shows first as soon as its HTML is there, not only once its scripts run. The paths are
 * those of the page's queries, letter for letter.
 */
export async function AskFirst({ paths }: { paths: readonly string[] }) {
  const nonce = (await headers()).get('x-nonce') ?? '';
  // A browser hides the nonce from scripts, so hydration finds another one.
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, in which no tag can begin
      dangerouslySetInnerHTML={{ __html: earlyScript(paths) }}
    />
  );
}

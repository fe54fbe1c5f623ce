import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '@/components/theme/theme.css';
import '@/components/theme/tokens.css';
import '@/components/theme/global.css';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { FirstAnswers } from '@/app/first-answers';
import { KEEP_PRESSES } from '@/components/shell/early-presses';
import { Providers } from '@/components/shell/providers';
import { Shell } from '@/components/shell/shell';
import { FOLD_AT_START } from '@/components/shell/side-bar-state';
import { BASE_PATH_HEADER, belowBase } from '@/server/contract/base-path';
import { CLUSTER_HEADER } from '@/server/contract/cluster-pages';
import { clockText, presentViewer } from '@/server/contract/viewer';

/** A page in a cluster of a hub says which one in its title. */
export async function generateMetadata(): Promise<Metadata> {
  const asked = await headers();
  const cluster = asked.get(CLUSTER_HEADER);
  const name = cluster === null ? 'Plumbline' : `${cluster} · Plumbline`;
  return {
    title: { default: name, template: `%s · ${name}` },
    description: 'A vertical pod autoscaler that shows its work',
    icons: { icon: belowBase(asked.get(BASE_PATH_HEADER) ?? '', '/favicon.svg') },
  };
}

/** Reading the nonce makes every page render per request, as a nonce requires. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const asked = await headers();
  const nonce = asked.get('x-nonce') ?? '';
  const base = asked.get(BASE_PATH_HEADER) ?? '';
  const { clock, isPhone } = presentViewer();
  return (
    <html
      lang="en"
      data-clock={clockText(clock)}
      {...(isPhone && { 'data-phone': '' })}
      {...(base !== '' && { 'data-base-path': base })}
      {...mantineHtmlProps}
    >
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
        <script nonce={nonce} suppressHydrationWarning>
          {`${FOLD_AT_START};${KEEP_PRESSES}`}
        </script>
      </head>
      <body>
        <Providers nonce={nonce} basePath={base}>
          <FirstAnswers to={['/api/status']}>
            <Shell>{children}</Shell>
          </FirstAnswers>
        </Providers>
      </body>
    </html>
  );
}

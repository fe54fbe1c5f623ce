'use client';

import { MantineProvider, MantineThemeContext } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { BasePath } from '../navigation/base-path';
import { useWaitingNotices } from '../notices/notify';
import { onDemand } from '../on-demand/on-demand';
import { wholeTheme } from '../theme/theme';

/** The rest of the theme is around it. */
const OWN_THEME = { respectReducedMotion: wholeTheme.respectReducedMotion };

const NoticeBox = onDemand(() => import('../notices/notice-box'));

/** The corner for notices; its script is loaded with the first one. */
function Notices() {
  const waiting = useWaitingNotices();
  const [wasAsked, setAsked] = useState(false);
  if (waiting > 0 && !wasAsked) setAsked(true);
  return wasAsked ? <NoticeBox waiting={waiting} /> : null;
}

/** A failed poll is followed by the next one, so queries do not retry on their own. */
function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: true } },
  });
}

interface ProvidersProps {
  nonce: string;
  /** Below which path the document is; may be empty. */
  basePath: string;
  children: ReactNode;
}

/**
 * Style sheets made in the browser carry `nonce`: Mantine's own, and the one that locks scrolling under a
 * dialog.
 */
export function Providers({ nonce, basePath, children }: ProvidersProps) {
  const [queryClient] = useState(newQueryClient);
  if (typeof document !== 'undefined') setNonce(nonce);
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>
        <MantineThemeContext value={wholeTheme}>
          <MantineProvider
            theme={OWN_THEME}
            defaultColorScheme="auto"
            getStyleNonce={() => nonce}
            // They are in `theme.css`, which a browser keeps.
            withCssVariables={false}
            withGlobalClasses={false}
          >
            <BasePath value={basePath}>
              <Notices />
              {children}
            </BasePath>
          </MantineProvider>
        </MantineThemeContext>
      </NuqsAdapter>
    </QueryClientProvider>
  );
}

import { Button } from '@mantine/core';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { LoginScreen } from '@/components/access/login-screen';
import { ProviderLoginScreen } from '@/components/access/provider-login-screen';
import { IconUserOff } from '@/components/icons';
import Link from '@/components/navigation/link';
import { Screen } from '@/components/screens/screen';
import { BASE_PATH_HEADER } from '@/server/contract/base-path';
import { access } from '@/server/host/runtime';

export const metadata: Metadata = { title: 'Sign in' };

interface LoginPageProps {
  searchParams: Promise<{ next?: string | string[]; problem?: string | string[] }>;
}

export default async function LoginPage({ searchParams }: LoginPageProps) {
  const mode = access().mode;
  if (mode === 'oidc') {
    const basePath = (await headers()).get(BASE_PATH_HEADER) ?? '';
    return <ProviderLoginScreen basePath={basePath} {...(await searchParams)} />;
  }
  if (mode === undefined || mode === 'token') return <LoginScreen />;
  return <NoLoginScreen byProxy={mode === 'proxy'} />;
}

/** Where nobody signs in: a proxy names people, or nobody asks who they are. */
function NoLoginScreen({ byProxy }: { byProxy: boolean }) {
  return (
    <Screen
      icon={IconUserOff}
      title="Nobody signs in here"
      remedy={byProxy ? 'Open the dashboard at the address of the proxy.' : undefined}
      actions={
        <Button component={Link} href="/" variant="default">
          To the dashboard
        </Button>
      }
    >
      {byProxy
        ? 'A proxy in front of Plumbline says who people are. Your request did not come through it, or it named nobody.'
        : 'This dashboard does not ask who people are.'}
    </Screen>
  );
}

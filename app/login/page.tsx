import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { LoginScreen } from '@/components/access/login-screen';
import { NoLoginScreen } from '@/components/access/no-login-screen';
import { ProviderLoginScreen } from '@/components/access/provider-login-screen';
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

import type { Metadata } from 'next';
import { LoginScreen } from '@/components/access/login-screen';
import { NoLoginScreen } from '@/components/access/no-login-screen';
import { access } from '@/server/process/runtime';

export const metadata: Metadata = { title: 'Sign in' };

export default function LoginPage() {
  const mode = access()?.mode;
  if (mode === undefined || mode === 'token') return <LoginScreen />;
  return <NoLoginScreen byProxy={mode === 'proxy'} />;
}

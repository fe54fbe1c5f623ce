import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { belowBase } from '@/server/contract/base-path';
import { isLoginProblem, LOGIN_PROBLEMS } from '@/server/words/login-problems';
import { Logo } from '../shell/logo';
import classes from './login-screen.module.css';

interface ProviderLoginScreenProps {
  /** Below which path the page is; may be empty. */
  basePath: string;
  /** The page that the person came for. */
  next?: string | string[];
  /** Why the last login ended without a session. */
  problem?: string | string[];
}

/** Leads to the identity provider, which sends the person back. */
export function ProviderLoginScreen({ basePath, next, problem }: ProviderLoginScreenProps) {
  const query = typeof next === 'string' ? `?${new URLSearchParams({ next })}` : '';
  return (
    <Stack gap="md" className={classes.form}>
      <Logo />
      <Title order={1} size="h2">
        Sign in to Plumbline
      </Title>
      <Text size="sm" c="dimmed">
        With your account at the identity provider. You see and change what the RBAC of this cluster allows
        you.
      </Text>
      {typeof problem === 'string' && isLoginProblem(problem) && (
        <Alert color="red" role="alert">
          {LOGIN_PROBLEMS[problem]}
        </Alert>
      )}
      <Button component="a" href={belowBase(basePath, `/api/session/start${query}`)}>
        Sign in
      </Button>
    </Stack>
  );
}

'use client';

import { Alert, Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { placeAfterLogin } from '@/server/contract/place-after-login';
import type { SessionView } from '@/server/contract/session';
import { openDocument } from '../api/address';
import { sendChange } from '../api/request';
import { Command } from '../layout/command';
import { Logo } from '../shell/logo';
import classes from './login-screen.module.css';

const COMMAND = 'kubectl create token NAME --namespace NAMESPACE --duration 8h';

/** Asks for a Kubernetes bearer token; the page that a person came for opens after it. */
export function LoginScreen() {
  const [token, setToken] = useState('');
  const login = useMutation({
    mutationFn: () => sendChange<SessionView>('POST', '/api/session', { token }),
    onSuccess: () => openDocument(placeAfterLogin(window.location.search)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    login.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <Stack gap="md">
        <Logo />
        <Title order={1} size="h2">
          Sign in to Plumbline
        </Title>
        <Text size="sm" c="dimmed">
          With a bearer token of this cluster. You see and change what its RBAC allows you. The token stays in
          an encrypted cookie of this browser.
        </Text>
        {login.error && (
          <Alert color="red" role="alert">
            {login.error.message}
          </Alert>
        )}
        <PasswordInput
          label="Bearer token"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          autoComplete="off"
          required
          data-autofocus
        />
        <Button type="submit" loading={login.isPending || login.isSuccess} disabled={token.trim() === ''}>
          Sign in
        </Button>
        <Text size="sm" c="dimmed">
          A token of a service account:
        </Text>
        <Command text={COMMAND} />
      </Stack>
    </form>
  );
}

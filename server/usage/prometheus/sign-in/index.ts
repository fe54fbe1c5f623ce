import { errorText } from '@/server/lib/report/errors';
import type { PrometheusAccess } from '../access';
import { PrometheusError } from '../errors';
import type { RequestToSign, SignIn } from './sign-in';

/**
 * How the settings sign in beside a fixed token or password; undefined if they do not. What a kind of it needs is
 * loaded here alone.
 */
async function signInBy(access: PrometheusAccess): Promise<SignIn | undefined> {
  if (access.prometheusTokenCommand.length > 0)
    return new (await import('./command')).CommandSignIn(access.prometheusTokenCommand);
  switch (access.prometheusCloud) {
    case 'aws':
      return (await import('./aws')).awsSignIn(access);
    case 'google':
      return (await import('./google')).googleSignIn();
    case 'azure':
      return (await import('./azure')).azureSignIn();
    case '':
      return undefined;
  }
}

/** Signs in by the settings, and anew once the store has refused what it was given. */
export class SigningIn {
  private current: Promise<SignIn | undefined> | undefined;

  constructor(private readonly access: PrometheusAccess) {}

  /** @throws PrometheusError that says what is wrong with the credentials */
  async headersFor(request: RequestToSign): Promise<Record<string, string>> {
    this.current ??= signInBy(this.access);
    const { current } = this;
    try {
      return (await (await current)?.headersFor(request)) ?? {};
    } catch (cause) {
      this.refused();
      const why = errorText(cause);
      throw new PrometheusError(`its credentials cannot be got: ${why}`, 'refused', undefined, { cause });
    }
  }

  /** What was given last is of no use: the next request asks for credentials anew. */
  refused(): void {
    this.current = undefined;
  }
}

export function signsIn({ prometheusTokenCommand, prometheusCloud }: PrometheusAccess): boolean {
  return prometheusTokenCommand.length > 0 || prometheusCloud !== '';
}

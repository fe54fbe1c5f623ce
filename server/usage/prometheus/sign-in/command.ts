import { PluginAuth } from '@/server/kube/plugin-auth';
import { errorText } from '@/server/lib/report/errors';
import type { SignIn } from './sign-in';

const TIMEOUT_MS = 30_000;

/**
 * A bearer token from a command: an `ExecCredential` as the plugins of kubeconfigs print it, kept until it expires, or
 * a bare token as `gcloud auth print-access-token` prints it, kept until the store refuses it.
 */
export class CommandSignIn implements SignIn {
  private readonly plugin = new PluginAuth({ name: '', server: '', skipTLSVerify: false }, TIMEOUT_MS, {
    takesBareToken: true,
  });
  private asking: Promise<Record<string, string>> | undefined;

  constructor(private readonly words: readonly string[]) {}

  /** One run is for all who wait. */
  headersFor(): Promise<Record<string, string>> {
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  private async ask(): Promise<Record<string, string>> {
    const [command, ...args] = this.words;
    const filled: { headers: Record<string, string> } = { headers: {} };
    try {
      await this.plugin.applyAuthentication({ name: '', exec: { command, args }, impersonation: {} }, filled);
    } catch (cause) {
      throw new Error(`the command ${command}: ${errorText(cause)}`, { cause });
    }
    const { Authorization: authorization } = filled.headers;
    if (!authorization)
      throw new Error(`the command ${command} answers with a certificate and without a token`);
    return { authorization };
  }
}

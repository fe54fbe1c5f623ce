import { readFile } from 'node:fs/promises';
import type { Configuration } from 'openid-client';
import * as client from 'openid-client';
import { azureIdentityFromProcess } from '@/server/config';
import { wallClock } from '@/server/lib/time/clock';
import type { SignIn } from './sign-in';

/** What Azure Monitor's query endpoints of Prometheus take tokens for. */
const SCOPE = 'https://prometheus.monitor.azure.com/.default';
const OF_JWT = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** A token is asked for anew so long before it ends. */
const EARLY_MS = 300_000;
const TIMEOUT_S = 10;

/**
 * Tokens of Microsoft Entra ID for Azure Monitor: by the token of the pod's service account (Microsoft Entra Workload
 * ID, whose webhook sets the variables) or by a client secret, in the client credentials flow of OAuth 2 (RFC 6749,
 * 4.4; RFC 7523). Azure's own library is 50 MB, and elsewhere a command such as `az` gives the token.
 * @throws Error naming the variables that are missing
 */
export function azureSignIn(): SignIn {
  const { tenantId, clientId, clientSecret, tokenFile, authority } = azureIdentityFromProcess();
  if (!tenantId || !clientId || (!clientSecret && !tokenFile))
    throw new Error(
      'AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_FEDERATED_TOKEN_FILE (or AZURE_CLIENT_SECRET) are needed; elsewhere than in a pod, set PLUMBLINE_PROMETHEUS_TOKEN_COMMAND',
    );
  const issuer = new URL(`${authority.replace(/\/+$/, '')}/${tenantId}/v2.0`);
  let known: Promise<Configuration> | undefined;
  let kept: { token: string; untilMs: number } | undefined;

  const ask = async () => {
    known ??= client.discovery(
      issuer,
      clientId,
      undefined,
      tokenFile ? client.None() : client.ClientSecretPost(clientSecret),
      {
        timeout: TIMEOUT_S,
        execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
      },
    );
    const assertion = tokenFile && {
      client_assertion_type: OF_JWT,
      client_assertion: (await readFile(tokenFile, 'utf8')).trim(),
    };
    const answer = await client.clientCredentialsGrant(await known, { scope: SCOPE, ...assertion });
    const lastsMs = (answer.expiresIn() ?? 0) * 1000;
    return { token: answer.access_token, untilMs: wallClock.now() + lastsMs - EARLY_MS };
  };

  return {
    async headersFor() {
      if (!kept || kept.untilMs <= wallClock.now()) kept = await ask();
      return { authorization: `Bearer ${kept.token}` };
    },
  };
}

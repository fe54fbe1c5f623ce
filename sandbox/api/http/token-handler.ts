import { serviceAccountUser } from '@/sandbox/api/auth/users';
import type { ResourceCall, ServerContext } from '@/sandbox/api/http/context';
import { asKindless } from '@/sandbox/api/http/decode-object';
import { decodeObject, readBody } from '@/sandbox/api/http/read-body';
import { requireObject } from '@/sandbox/api/http/read-handler';
import { sendJson } from '@/sandbox/api/http/respond';
import { isJsonObject } from '@/sandbox/api/json';
import { toKubeTime } from '@/server/lib/time/clock';

const LIFETIME_S = 3600;

/** Issues a token for a service account. */
export async function handleTokenRequest(context: ServerContext, call: ResourceCall): Promise<void> {
  const asked = asKindless(decodeObject(await readBody(call.request), 'TokenRequest'), 'TokenRequest');
  const account = requireObject(context, call);
  const { namespace, name, uid } = account.metadata;
  const spec = isJsonObject(asked.spec) ? asked.spec : {};
  const expirationSeconds = typeof spec.expirationSeconds === 'number' ? spec.expirationSeconds : LIFETIME_S;
  const expiresMs = context.wallClock.now() + expirationSeconds * 1000;
  sendJson(call, 201, {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: { name, namespace },
    spec: { ...spec, expirationSeconds },
    status: {
      token: context.authenticator.issue({
        user: serviceAccountUser(account.metadata),
        expiresMs,
        isThere: () => context.registry.get(call.resource, namespace, name)?.metadata.uid === uid,
      }),
      expirationTimestamp: toKubeTime(expiresMs),
    },
  });
}

import { noSuchResource } from '@/sandbox/api/api-error';
import type { Attributes } from '@/sandbox/api/auth/rbac';
import type { Call, ServerContext } from '@/sandbox/api/http/context';
import { decodeObject, readBody } from '@/sandbox/api/http/read-body';
import type { ResourceRequest } from '@/sandbox/api/http/request-info';
import { sendJson } from '@/sandbox/api/http/respond';
import { isJsonObject, type JsonObject } from '@/sandbox/api/json';
import type { UserInfo } from '@/sandbox/api/registry';

/** Kinds that are computed on request and never stored. */
const REVIEWS: Record<string, string> = {
  'authentication.k8s.io/tokenreviews': 'TokenReview',
  'authentication.k8s.io/selfsubjectreviews': 'SelfSubjectReview',
  'authorization.k8s.io/selfsubjectaccessreviews': 'SelfSubjectAccessReview',
  'authorization.k8s.io/subjectaccessreviews': 'SubjectAccessReview',
};

export function reviewKind(info: ResourceRequest): string | undefined {
  return REVIEWS[`${info.group}/${info.plural}`];
}

export async function handleReview(context: ServerContext, call: Call, info: ResourceRequest): Promise<void> {
  const kind = reviewKind(info);
  if (kind === undefined || info.verb !== 'create') throw noSuchResource();
  const decoded = decodeObject(await readBody(call.request), kind);
  const spec = isJsonObject(decoded) && isJsonObject(decoded.spec) ? decoded.spec : {};
  sendJson(call, 201, {
    kind,
    apiVersion: `${info.group}/${info.version}`,
    metadata: { creationTimestamp: null },
    ...(kind === 'SelfSubjectReview' ? {} : { spec }),
    status: answer(context, call, kind, spec),
  });
}

function answer(context: ServerContext, call: Call, kind: string, spec: JsonObject): unknown {
  switch (kind) {
    case 'TokenReview': {
      const user = context.authenticator.userOf(String(spec.token ?? ''));
      if (!user) return { user: {}, error: 'invalid bearer token' };
      return { authenticated: true, user, audiences: ['https://kubernetes.default.svc'] };
    }
    case 'SelfSubjectReview':
      return { userInfo: call.user };
    case 'SubjectAccessReview': {
      const user: UserInfo = {
        username: String(spec.user ?? ''),
        groups: Array.isArray(spec.groups) ? spec.groups.map(String) : [],
      };
      return { allowed: context.authorizer.allows(user, attributesOf(spec)) };
    }
    default:
      return { allowed: context.authorizer.allows(call.user, attributesOf(spec)) };
  }
}

function attributesOf(spec: JsonObject): Attributes {
  if (isJsonObject(spec.nonResourceAttributes)) {
    const { verb, path } = spec.nonResourceAttributes;
    return { verb: String(verb ?? ''), path: String(path ?? '') };
  }
  const wanted = isJsonObject(spec.resourceAttributes) ? spec.resourceAttributes : {};
  const text = (key: string) =>
    typeof wanted[key] === 'string' && wanted[key] !== '' ? { [key]: wanted[key] } : {};
  return {
    verb: String(wanted.verb ?? ''),
    ...text('group'),
    ...text('resource'),
    ...text('subresource'),
    ...text('namespace'),
    ...text('name'),
  };
}

import type { StatusBody } from '@/server/objects/types';

/** A refusal in the API server's words; `body` is sent to the client. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly reason: string | undefined,
    message: string,
    readonly details?: StatusBody['details'],
  ) {
    super(message);
  }

  get body(): StatusBody {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: this.message,
      ...(this.reason ? { reason: this.reason } : {}),
      ...(this.details ? { details: this.details } : {}),
      code: this.status,
    };
  }
}

/** The resource in the message. */
export interface Named {
  group: string;
  plural: string;
  kind: string;
}

/** "verticalpodautoscalers.autoscaling.k8s.io", or just "pods" for the core group. */
export function qualified(resource: Pick<Named, 'group' | 'plural'>): string {
  return resource.group ? `${resource.plural}.${resource.group}` : resource.plural;
}

function details(resource: Named, name?: string): StatusBody['details'] {
  return {
    ...(name ? { name } : {}),
    ...(resource.group ? { group: resource.group } : {}),
    kind: resource.plural,
  };
}

export function notFound(resource: Named, name: string): ApiError {
  return new ApiError(404, 'NotFound', `${qualified(resource)} "${name}" not found`, details(resource, name));
}

/** The path matches no resource. */
export function noSuchResource(): ApiError {
  return new ApiError(404, 'NotFound', 'the server could not find the requested resource', {});
}

export function alreadyExists(resource: Named, name: string): ApiError {
  return new ApiError(
    409,
    'AlreadyExists',
    `${qualified(resource)} "${name}" already exists`,
    details(resource, name),
  );
}

export function conflict(resource: Named, name: string, message: string): ApiError {
  return new ApiError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${message}`,
    details(resource, name),
  );
}

/** A precondition on the object failed; worded with the kind, as the storage layer does. */
export function preconditionFailed(resource: Named, name: string, message: string): ApiError {
  return new ApiError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${resource.kind} "${name}": ${message}`,
    {
      name,
      kind: resource.kind,
    },
  );
}

export function modifiedMeanwhile(resource: Named, name: string): ApiError {
  return conflict(
    resource,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BadRequest', message);
}

export function methodNotAllowed(): ApiError {
  return new ApiError(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  );
}

export function forbidden(resource: Named, name: string | undefined, why: string): ApiError {
  const subject = name ? `${qualified(resource)} "${name}"` : qualified(resource);
  return new ApiError(403, 'Forbidden', `${subject} is forbidden: ${why}`, details(resource, name));
}

export function gone(message: string): ApiError {
  return new ApiError(410, 'Expired', message);
}

export function internal(message: string): ApiError {
  return new ApiError(500, 'InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] });
}

/** One field at fault, as reported by a real server's validation. */
export interface FieldFault {
  reason:
    | 'FieldValueInvalid'
    | 'FieldValueRequired'
    | 'FieldValueForbidden'
    | 'FieldValueNotSupported'
    | 'FieldValueDuplicate'
    | 'FieldValueTypeInvalid'
    | 'FieldValueTooLong';
  field: string;
  /** What follows the field's name: "Invalid value: -1: must be …". */
  message: string;
}

export function invalid(
  resource: Pick<Named, 'group' | 'kind'>,
  name: string,
  faults: FieldFault[],
): ApiError {
  const subject = resource.group ? `${resource.kind}.${resource.group}` : resource.kind;
  const lines = faults.map((fault) => `${fault.field}: ${fault.message}`);
  const text = lines.length === 1 ? lines[0] : `[${lines.join(', ')}]`;
  return new ApiError(422, 'Invalid', `${subject} "${name}" is invalid: ${text}`, {
    name,
    ...(resource.group ? { group: resource.group } : {}),
    kind: resource.kind,
    causes: faults.map(({ reason, message, field }) => ({ reason, message, field })),
  });
}

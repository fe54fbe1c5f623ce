import { isKubeError } from '../kube/client';
import type { Author } from '../kube/identity';
import { AppError, type FieldError } from '../lib/report/errors';

export function invalidFields(fields: FieldError[]): AppError {
  return new AppError(
    'invalid',
    fields.map(({ field, message }) => `${field} ${message}`).join('; '),
    fields,
  );
}

export function changedMeanwhile(kind: 'VPA' | 'HPA' | 'policy', cause?: unknown): AppError {
  return new AppError('conflict', `someone else changed this ${kind}; nothing was overwritten`, [], {
    cause,
  });
}

/**
 * A refusal of the API server as an error for the caller, which is to the author if asked as them.
 * @throws any other error
 */
export function refusal(thrown: unknown, author?: Author): AppError {
  if (!isKubeError(thrown)) throw thrown;
  const options = { cause: thrown };
  switch (thrown.kind) {
    case 'conflict':
      return new AppError('conflict', thrown.message, [], options);
    case 'not-found':
    case 'gone':
      return new AppError('not-found', thrown.message, [], options);
    case 'invalid':
      return new AppError('invalid', thrown.message, [], options);
    case 'forbidden':
      return new AppError(author?.as ? 'forbidden' : 'cluster-error', thrown.message, [], options);
    case 'unauthorized':
      return author?.as?.kind === 'token'
        ? new AppError('unauthenticated', 'the cluster no longer takes your token', [], options)
        : new AppError('cluster-error', thrown.message, [], options);
    case 'too-many':
    case 'not-leading':
    case 'server':
    case 'timeout':
    case 'unreachable':
      return new AppError('cluster-error', thrown.message, [], options);
  }
}

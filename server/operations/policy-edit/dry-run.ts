import type { EffectView } from '../../contract/operations';
import type { KubeError } from '../../kube/errors';

/** What an admission webhook or policy of the cluster says when it refuses. */
const DENIED = /denied (the )?request/;

/**
 * A refusal of a dry run: at its fields if the API server names them. That nobody may save, or that the server did not
 * answer, is a warning, so that the effect is seen and the change can be taken elsewhere.
 */
export function refusedWith(refused: KubeError): Pick<EffectView, 'errors' | 'warnings'> {
  const { kind, body } = refused;
  const message = body?.message ?? refused.message;
  const wrong = kind === 'invalid' || kind === 'conflict' || DENIED.test(message);
  if (!wrong) {
    const what = kind === 'forbidden' || kind === 'unauthorized' ? 'would refuse this' : 'did not try this';
    return { errors: [], warnings: [`The API server ${what}: ${message}.`] };
  }
  const fields = (body?.details?.causes ?? []).flatMap((cause) =>
    cause.field ? [{ field: cause.field, message: cause.message ?? message }] : [],
  );
  return { errors: fields.length > 0 ? fields : [{ field: 'spec', message }], warnings: [] };
}

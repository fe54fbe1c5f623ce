import type { Author } from '../kube/identity';
import type { RoleContext } from '../kube/role-context';
import { untilShown } from '../kube/until-shown';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { type AuditedChange, audited } from './audited';
import type { OperationsPorts } from './ports';
import { refusal } from './refusals';
import type { OperationsSettings } from './settings';

interface Patching {
  readonly context: Pick<RoleContext<OperationsSettings>, 'client' | 'caches' | 'clock' | 'wallClock'>;
  readonly store: OperationsPorts['store'];
  readonly author: Author;
}

/**
 * Patches a VPA as its author, records that, and waits until this process sees it.
 * @throws AppError `conflict`, `forbidden`, `cluster-error`
 */
export async function patchVpa(
  change: Omit<AuditedChange, 'who'>,
  patch: { readonly body: unknown; readonly contentType: string },
  { context: { client, caches, clock, wallClock }, store, author }: Patching,
): Promise<void> {
  const path = pathOf(API_RESOURCES.vpas, change.namespace, change.name);
  try {
    const made = await audited({ store, clock }, { who: author.who, ...change }, () =>
      client.request<VerticalPodAutoscaler>('PATCH', path, { ...patch, as: author.as }),
    );
    await untilShown(caches.vpas, made, wallClock);
  } catch (thrown) {
    throw refusal(thrown, author);
  }
}

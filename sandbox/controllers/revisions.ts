import type { ControlPlane } from '@/sandbox/controllers/control-plane';
import { templateHash } from '@/sandbox/controllers/template';
import { ownedByController } from '@/sandbox/controllers/workload-types';
import type { KubeObject, PodTemplateSpec } from '@/server/objects/types';

const RESOURCE = 'controllerrevisions.apps';

interface ControllerRevision extends KubeObject {
  data: { spec: { template: PodTemplateSpec } };
  revision: number;
}

/** A stored template of a StatefulSet or DaemonSet. */
export interface Revision {
  /** Name of the ControllerRevision object: workload and hash. */
  readonly name: string;
  readonly hash: string;
  readonly template: PodTemplateSpec;
}

/** The revision of the workload's current template: stored if new, moved to the top if old. */
export async function ensureRevision(
  plane: ControlPlane,
  owner: KubeObject & { spec: { template: PodTemplateSpec } },
): Promise<Revision> {
  const { template } = owner.spec;
  const hash = templateHash(template);
  const name = `${owner.metadata.name}-${hash}`;
  const stored = revisionsOf(plane, owner);
  const latest = Math.max(0, ...stored.map((each) => each.revision));
  const known = stored.find((each) => each.metadata.name === name);
  if (known && known.revision < latest) {
    plane.registry.mutate<ControllerRevision>(RESOURCE, owner.metadata.namespace, name, (draft) => {
      draft.revision = latest + 1;
    });
  }
  if (!known) {
    const revision: ControllerRevision = {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: {
        name,
        namespace: owner.metadata.namespace,
        labels: { ...template.metadata?.labels, 'controller.kubernetes.io/hash': hash },
        ownerReferences: [ownedByController(owner)],
      },
      data: { spec: { template: structuredClone(template) } },
      revision: latest + 1,
    };
    await plane.registry.create(RESOURCE, revision);
  }
  return { name, hash, template };
}

/** The stored revision of a name, if it exists. */
export function findRevision(
  plane: ControlPlane,
  owner: KubeObject,
  name: string | undefined,
): Revision | undefined {
  const found = revisionsOf(plane, owner).find((each) => each.metadata.name === name);
  if (!found) return undefined;
  const { template } = found.data.spec;
  return { name: found.metadata.name, hash: templateHash(template), template };
}

function revisionsOf(plane: ControlPlane, owner: KubeObject): ControllerRevision[] {
  return [...plane.registry.ownedBy<ControllerRevision>(RESOURCE, owner.metadata.uid ?? '')];
}

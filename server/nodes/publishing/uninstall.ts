import { type KubeClient, MERGE_PATCH } from '../../kube/client';
import { unlessMissing } from '../../kube/errors';
import { API_RESOURCES, pathOf } from '../../kube/resources';
import type { KubeList, Node } from '../../kube/types';
import { carriesIdle, idlePatch } from './idle-resources';

/** Takes away what nodes publish as idle. @returns how many did @throws KubeError */
export async function withdrawIdle(client: KubeClient): Promise<number> {
  const { items } = await client.request<KubeList<Node>>('GET', pathOf(API_RESOURCES.nodes));
  const carrying = items.filter(carriesIdle);
  for (const { metadata } of carrying) {
    const path = pathOf(API_RESOURCES.nodes, undefined, metadata.name, 'status');
    const options = { body: idlePatch(undefined), contentType: MERGE_PATCH };
    await unlessMissing(client.request('PATCH', path, options));
  }
  return carrying.length;
}

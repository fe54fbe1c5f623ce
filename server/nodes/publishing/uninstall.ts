import type { KubeClient } from '../../kube/client';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { KubeList, Node } from '../../objects/types';
import { carriesIdle, writeIdle } from './idle-resources';

/** Takes away what nodes publish as idle. @returns how many did @throws KubeError */
export async function withdrawIdle(client: KubeClient): Promise<number> {
  const { items } = await client.request<KubeList<Node>>('GET', pathOf(API_RESOURCES.nodes));
  const carrying = items.filter(carriesIdle);
  for (const { metadata } of carrying) await writeIdle(client, metadata.name, undefined);
  return carrying.length;
}

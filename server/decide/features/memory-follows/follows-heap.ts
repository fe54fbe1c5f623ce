import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { statedIn } from '../../pods/stated-text';

type Stating = Pick<VerticalPodAutoscaler, 'metadata'>;

/** What the memory of the containers follows: `usage`, `rss` (usage without page cache), or `heap`. */
export const MEMORY_FOLLOWS_ANNOTATION = 'plumbline.dev/memory-follows';

const FOLLOWED = ['usage', 'rss', 'heap'] as const;

/** What is wrong counts as `usage`. */
export function memoryFollowedBy(vpa: Stating): (typeof FOLLOWED)[number] {
  const text = statedIn(vpa, MEMORY_FOLLOWS_ANNOTATION);
  return FOLLOWED.find((one) => one === text) ?? 'usage';
}

export function memoryFollowsFaults(vpa: Stating): readonly string[] {
  const text = statedIn(vpa, MEMORY_FOLLOWS_ANNOTATION);
  if (text === undefined || FOLLOWED.some((one) => one === text)) return [];
  return [`"${text.slice(0, 60)}" is nothing that memory follows; it takes usage, rss or heap`];
}

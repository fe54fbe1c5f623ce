import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { statedIn } from '../../pods/stated-text';

type Stating = Pick<VerticalPodAutoscaler, 'metadata'>;

/** What the memory of the containers follows: `usage`, or `heap`. */
export const MEMORY_FOLLOWS_ANNOTATION = 'plumbline.dev/memory-follows';

export function followsHeap(vpa: Stating): boolean {
  return statedIn(vpa, MEMORY_FOLLOWS_ANNOTATION) === 'heap';
}

export function memoryFollowsFaults(vpa: Stating): readonly string[] {
  const text = statedIn(vpa, MEMORY_FOLLOWS_ANNOTATION);
  if (text === undefined || text === 'heap' || text === 'usage') return [];
  return [`"${text.slice(0, 60)}" is nothing that memory follows; it takes usage or heap`];
}

import type { NodeGroupsView, NodeGroupView } from '@/server/contract/recommendations';
import { countOf } from '@/server/words/counts';

/** How a group is called; the words cannot be mistaken for values, which have no spaces. */
export function groupName(value: string): string {
  if (value === '__absent__') return '(no label)';
  if (value === '__others__') return '(other values)';
  return value === '' ? '(empty value)' : value;
}

/** What is special about a group; undefined if nothing is. */
export function groupRemark({ getsLargest, young, nodes }: NodeGroupView): string | undefined {
  if (getsLargest) return 'Nothing learned yet: gets the largest';
  if (young) return 'New: gets at least what all nodes together would';
  return nodes === 0 ? 'No node has it now' : undefined;
}

export function outsideWords({ otherValues, elsewhere, scope }: NodeGroupsView): string[] {
  const words: string[] = [];
  if (otherValues > 0)
    words.push(
      `Other nodes have ${countOf(otherValues, 'more value')} of ${scope}; pods that start there first get the largest target.`,
    );
  if (elsewhere > 0) words.push(`${countOf(elsewhere, 'pod')} with no known node, which count for no group.`);
  return words;
}

import { RIGHTS, type Right, rightWords } from '../../../access';
import type { BulkStep } from '../../../contract/requests/bulk';
import type { Author } from '../../../kube/identity';
import type { BulkPerson } from '../../../operations/bulk/bulk';

/** Who changes many objects, judged for each by the rights in its namespace, or on it alone. */
export function bulkPerson(author: Author, may: (right: Right) => Promise<boolean>): BulkPerson {
  return {
    author,
    lacks: async (step) => {
      const right = rightFor(step);
      const { name: _name, ...anywhere } = right;
      return (await may(anywhere)) || (await may(right))
        ? undefined
        : `It takes the right to ${rightWords(right)}.`;
    },
  };
}

function rightFor(step: BulkStep): Right {
  switch (step.kind) {
    case 'mode':
      return RIGHTS.changeVpa(step);
    case 'make':
      return RIGHTS.createVpa(step);
    case 'remove':
      return RIGHTS.deleteVpa(step);
  }
}

import type { FilledForm } from '../../contract/inbox';
import type { UpdateMode } from '../../kube/vpa-types';
import { formatCpu } from '../../model/quantity';
import type { Resource } from '../../model/units';
import { memoryInBinary } from '../../policy/written-amounts';
import { formatAmount } from '../../words/amounts';

const MIB = 2 ** 20;

/** What `maximumFill` is asked for; `most` in millicores or bytes. */
interface Maximum {
  readonly verb: string;
  readonly container: string;
  readonly resource: Resource;
  readonly most: number;
}

/** The form with a maximum filled in: at least `most`, in whole millicores and MiB. */
export function maximumFill({ verb, container, resource, most }: Maximum): FilledForm {
  if (resource === 'cpu') {
    const millicores = Math.ceil(most);
    return {
      label: `${verb} ${formatAmount('cpu', millicores)}…`,
      fill: { container, maxCpu: formatCpu(millicores) },
    };
  }
  const bytes = Math.ceil(most / MIB) * MIB;
  return {
    label: `${verb} ${formatAmount('memory', bytes)}…`,
    fill: { container, maxMemory: memoryInBinary(bytes) },
  };
}

/** The form with another update mode filled in. */
export function modeFill(mode: UpdateMode): FilledForm {
  return { label: `Use mode ${mode}…`, fill: { mode } };
}

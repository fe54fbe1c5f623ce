import type { FilledForm } from '../../contract/inbox';
import { memoryInBinary } from '../../decide/pods/written-amounts';
import { formatCpu } from '../../objects/quantity';
import type { Resource } from '../../objects/units';
import type { UpdateMode } from '../../objects/vpa-types';
import { formatAmount } from '../../words/amounts';

const MIB = 2 ** 20;

/** What `maximumFill` is asked for; `most` in millicores or bytes. */
interface Maximum {
  readonly verb: string;
  readonly container: string;
  readonly resource: Resource;
  readonly most: number;
}

/** The next whole millicore or MiB, so that what people are told to write is enough. */
export function amountToWrite(resource: Resource, amount: number): number {
  return resource === 'cpu' ? Math.ceil(amount) : Math.ceil(amount / MIB) * MIB;
}

export function maximumFill({ verb, container, resource, most }: Maximum): FilledForm {
  const amount = amountToWrite(resource, most);
  const label = `${verb} ${formatAmount(resource, amount)}…`;
  return resource === 'cpu'
    ? { label, fill: { container, maxCpu: formatCpu(amount) } }
    : { label, fill: { container, maxMemory: memoryInBinary(amount) } };
}

/** The form with another update mode filled in. */
export function modeFill(mode: UpdateMode): FilledForm {
  return { label: `Use mode ${mode}…`, fill: { mode } };
}

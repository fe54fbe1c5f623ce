import { formatAmount } from './amounts';
import { countOf } from './counts';

/** A container that its HPA does not see; amounts in thousandths of the unit. */
export interface HiddenLoadInWords {
  readonly resource: string;
  readonly container: string;
  readonly usedMilli: number;
  readonly requestMilli: number;
  readonly limitMilli?: number;
  readonly pod: { readonly usedMilli: number; readonly requestMilli: number };
  readonly targetPercent: number;
  readonly podPercent: number;
  readonly containerPercent: number;
  readonly replicas: number;
  readonly wanted: number;
  readonly metric: object;
}

/** What is full, what the HPA sees instead, and what it would do if it saw the container. */
export function hiddenLoadText(load: HiddenLoadInWords): string {
  const { container, limitMilli, targetPercent, podPercent, containerPercent, replicas, wanted, pod } = load;
  const amount = (milli: number) => amountOf(load.resource, milli);
  const share = (percent: number) => `${Math.round(percent)} %`;
  const isFull =
    limitMilli === undefined
      ? 'is at its request'
      : load.resource === 'cpu'
        ? `is throttled at its limit of ${amount(limitMilli)}`
        : `is at its limit of ${amount(limitMilli)}`;
  return [
    `Container ${container} ${isFull}: it uses ${amount(load.usedMilli)} of the ${amount(load.requestMilli)} that it requests, ${share(containerPercent)}.`,
    `The HPA sees whole pods: ${amount(pod.usedMilli)} of ${amount(pod.requestMilli)}, ${share(podPercent)}, below its target of ${share(targetPercent)}, and stays at ${countOf(replicas, 'replica')}.`,
    `By container ${container} it would ask for ${wanted}.`,
  ].join(' ');
}

function amountOf(resource: string, milli: number): string {
  if (resource === 'cpu') return formatAmount('cpu', milli);
  return formatAmount('memory', milli / 1000);
}

/** A command that lets the HPA see the container besides what it sees now. */
export function hiddenLoadPatch(namespace: string, name: string, { metric }: HiddenLoadInWords): string {
  const patch = JSON.stringify([{ op: 'add', path: '/spec/metrics/-', value: metric }]);
  return `kubectl patch hpa -n ${namespace} ${name} --type=json -p '${patch}'`;
}

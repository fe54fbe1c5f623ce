import type { Gain, InboxAction, InboxItem, InboxView, PolicyFill } from '@/server/contract/inbox';
import { formatAmount } from '@/server/words/amounts';
import { URGENCY_ORDER, type Urgency } from '@/server/words/urgency';
import { approvalHref, hpaHref, namespaceHref, nodeHref, ruleHref, workloadHref } from '../navigation/pages';

/** `would free 1.5 cores of CPU and 2 GiB of memory`; undefined for nothing. */
export function gainWords({ kind, cpu, memory }: Gain): string | undefined {
  const amounts = [
    ...(cpu > 0 ? [`${formatAmount('cpu', cpu)} of CPU`] : []),
    ...(memory > 0 ? [`${formatAmount('memory', memory)} of memory`] : []),
  ].join(' and ');
  if (amounts === '') return undefined;
  return kind === 'frees' ? `would free ${amounts}` : `would take ${amounts} more`;
}

/**
 * The button of a line: what its head asks for, or of the lesser what may end the worse too, such as a cap on a leak or
 * the approval that a change waits for. A higher maximum or another try does not: pods that find no room get no more of it so.
 */
export function actionOfLine({ said, also = [] }: Pick<InboxItem, 'said' | 'also'>): InboxAction | undefined {
  const own = said[0]?.action;
  if (own) return own;
  return also.find((one) => one.said[0]?.action && mayEndWorse(one))?.said[0]?.action;
}

function mayEndWorse({ code, said }: InboxItem): boolean {
  const action = said[0]?.action?.do;
  return code === 'memory-leak' || (action !== 'edit-policy' && action !== 'try-again');
}

/** One of the three numbers. */
interface HeadlinePart {
  urgency: Urgency;
  count: number;
  words: string;
}

/** How much is broken, waits for a person and could be better; undefined if nothing is. */
export function headline(counts: InboxView['tallies']['urgency']): HeadlinePart[] | undefined {
  const parts = URGENCY_ORDER.map((urgency) => {
    const count = counts[urgency] ?? 0;
    return { urgency, count, words: COUNTED[urgency](count) };
  });
  return parts.some(({ count }) => count > 0) ? parts : undefined;
}

const COUNTED: Readonly<Record<Urgency, (count: number) => string>> = {
  broken: () => 'broken',
  waits: (count) => (count === 1 ? 'waits for you' : 'wait for you'),
  better: () => 'could be better',
};

/** The names of what a form is filled in with, in its address. */
export const FILL_PARAMS = { mode: 'fill-mode', maxCpu: 'fill-cpu', maxMemory: 'fill-memory' } as const;

/** The policy form of a workload, filled in. */
export function policyFormHref(namespace: string, vpa: string, fill: PolicyFill): string {
  const query = new URLSearchParams({
    edit: 'policy',
    ...(fill.container !== undefined && { container: fill.container }),
  });
  for (const [field, param] of Object.entries(FILL_PARAMS) as [keyof typeof FILL_PARAMS, string][]) {
    const value = fill[field];
    if (value !== undefined) query.set(param, value);
  }
  return `${workloadHref(namespace, vpa)}?${query}`;
}

/** Asks for metrics that see the containers which an HPA does not see yet. */
export const SEE_PARAM = 'see';

/** The form of an HPA, filled in with those metrics. */
export function hpaFormHref(namespace: string, hpa: string): string {
  return `${hpaHref(namespace, hpa)}?edit=hpa&${SEE_PARAM}=true`;
}

/** The page on which an action is done, its form filled in. */
export function placeOfAction(action: InboxAction): string {
  switch (action.do) {
    case 'edit-policy':
      return policyFormHref(action.namespace, action.vpa, action.fill);
    case 'edit-hpa':
      return hpaFormHref(action.namespace, action.hpa);
    case 'approve':
      return action.namespace !== undefined && action.vpa !== undefined
        ? approvalHref(action.namespace, action.vpa)
        : '/changes/approvals';
    case 'try-again':
    case 'apply-now':
      return workloadHref(action.namespace, action.vpa);
    default:
      return '/';
  }
}

const OBJECT_HREFS: readonly [about: RegExp, href: (...names: string[]) => string][] = [
  [/^HPA ([^/\s]+)\/(\S+)$/, hpaHref],
  [/^Node (\S+)$/, nodeHref],
  [/^Rule (\S+)$/, ruleHref],
];

/** The page of what an item is about; undefined if it has none. */
export function hrefOfItem({
  about,
  namespace,
  vpa,
}: Pick<InboxItem, 'about' | 'namespace' | 'vpa'>): string | undefined {
  if (namespace !== undefined && vpa !== undefined) return workloadHref(namespace, vpa);
  for (const [form, href] of OBJECT_HREFS) {
    const [found, ...names] = form.exec(about) ?? [];
    if (found) return href(...names);
  }
  return namespace !== undefined && about === `namespace ${namespace}` ? namespaceHref(namespace) : undefined;
}

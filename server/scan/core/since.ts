import * as z from 'zod';
import { SCAN_FINDINGS, type ScanFinding } from '../../words/scan-findings';
import { type ScanChanges, type ScanReport, titleOfScanned } from '../report';
import { namespacesWords } from './namespaces';

/** What is read of an earlier report. */
const baselineSchema = z.object({
  version: z.literal(1, { error: 'is of another version' }),
  atMs: z.number(),
  namespace: z.string().optional(),
  selector: z.string().optional(),
  workloads: z.array(
    z.object({
      namespace: z.string(),
      kind: z.string(),
      name: z.string(),
      finding: z.enum(SCAN_FINDINGS),
    }),
  ),
  sum: z.object({ frees: z.object({ cpu: z.number(), memory: z.number() }) }),
});

export type Baseline = z.infer<typeof baselineSchema>;

/** Reads what `-o json` wrote. @throws RangeError that says what is wrong with it */
export function readBaseline(text: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RangeError('it is no JSON');
  }
  const read = baselineSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new RangeError(`it is no report of a scan: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

interface Scope {
  /** With commas between several. */
  readonly namespace?: string | undefined;
  readonly selector?: string | undefined;
}

/** Why an earlier report cannot be compared with a scan of this scope: others of its workloads would seem to be gone. */
export function scopeFault(baseline: Baseline, scope: Scope): string | undefined {
  const isSame = baseline.namespace === scope.namespace && baseline.selector === scope.selector;
  return isSame
    ? undefined
    : `it is a report of ${scopeWords(baseline)}, and this is a scan of ${scopeWords(scope)}`;
}

function scopeWords({ namespace, selector }: Scope): string {
  const where = namespace === undefined ? 'all namespaces' : namespacesWords(namespace);
  return selector === undefined ? where : `${where} with -l ${selector}`;
}

/** What changed since an earlier report of the same scope. Nothing counts as gone after a scan that was stopped. */
export function changesSince(
  baseline: Baseline,
  { workloads, sum, isPartial }: Pick<ScanReport, 'workloads' | 'sum' | 'isPartial'>,
): ScanChanges {
  const before = new Map(baseline.workloads.map((one) => [titleOfScanned(one), one.finding]));
  const worse: ScanChanges['worse'] = [];
  const better: ScanChanges['better'] = [];
  for (const workload of workloads) {
    const title = titleOfScanned(workload);
    const from = before.get(title);
    before.delete(title);
    const change = { workload: title, ...(from && { from }), to: workload.finding };
    const was = from ? badnessOf(from) : 0;
    if (badnessOf(workload.finding) > was) worse.push(change);
    else if (badnessOf(workload.finding) < was) better.push(change);
  }
  return {
    atMs: baseline.atMs,
    worse,
    better,
    gone: isPartial ? [] : [...before.keys()],
    frees: {
      cpu: sum.frees.cpu - baseline.sum.frees.cpu,
      memory: sum.frees.memory - baseline.sum.frees.memory,
    },
  };
}

/** 0 for what needs nobody. */
function badnessOf(finding: ScanFinding): number {
  return Math.max(0, SCAN_FINDINGS.indexOf('fine') - SCAN_FINDINGS.indexOf(finding));
}

import { z } from 'zod';
import { SCAN_FINDINGS, type ScanFinding } from '../../words/scan-findings';
import { type ScanChanges, type ScanReport, titleOfScanned } from '../report';

/** What is read of an earlier report. */
const baselineSchema = z.object({
  version: z.literal(1, { error: 'is of another version' }),
  atMs: z.number(),
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

/** What changed since an earlier report of the same scope. */
export function changesSince(
  baseline: Baseline,
  { workloads, sum }: Pick<ScanReport, 'workloads' | 'sum'>,
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
    gone: [...before.keys()],
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

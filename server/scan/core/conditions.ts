import type { ScannedWorkload } from '../report';
import { killsOf, lackingShareOf, shortOf, spareShareOf } from './findings';

/** What a condition may be about: of a workload, a count or a share. */
const MEASURES = {
  kills: { kind: 'count', of: killsOf },
  short: { kind: 'share', of: shortOf },
  waste: { kind: 'share', of: spareShareOf },
  missing: { kind: 'share', of: lackingShareOf },
} as const satisfies Record<string, { kind: 'count' | 'share'; of(workload: ScannedWorkload): number }>;

type Measure = keyof typeof MEASURES;

const COMPARISONS = {
  '>': (value: number, bound: number) => value > bound,
  '>=': (value: number, bound: number) => value >= bound,
} as const;

export interface FailCondition {
  /** As it was written. */
  readonly text: string;
  readonly measure: Measure;
  readonly comparison: keyof typeof COMPARISONS;
  /** A count, or a share from 0 to 1. */
  readonly bound: number;
}

/** A condition that workloads meet. */
export interface Met {
  readonly condition: FailCondition;
  readonly workloads: readonly ScannedWorkload[];
}

const NAMES = Object.keys(MEASURES).join(', ');
const HOW = `write conditions such as "kills>0,short>2%,waste>50%", of ${NAMES}`;

/** Reads conditions such as `kills>0,short>2%`. @throws RangeError that names the part that cannot be read */
export function readConditions(text: string): FailCondition[] {
  return text.split(',').map((part) => {
    const written = part.trim();
    const [, name = '', comparison = '', number = '', percent = ''] =
      /^([a-z]+)\s*(>=|>)\s*(\d+(?:\.\d+)?)\s*(%?)$/.exec(written) ?? [];
    if (name === '') throw new RangeError(`"${written}" is no condition: ${HOW}`);
    if (!isMeasure(name)) throw new RangeError(`"${name}" is not measured: ${HOW}`);
    const isShare = MEASURES[name].kind === 'share';
    if (isShare !== (percent === '%'))
      throw new RangeError(
        isShare ? `"${written}" needs a share such as ${name}>2%` : `"${written}" is a count, without %`,
      );
    const bound = isShare ? Number(number) / 100 : Number(number);
    return { text: written, measure: name, comparison: comparison as FailCondition['comparison'], bound };
  });
}

/** The conditions that any workload meets. */
export function conditionsMet(
  conditions: readonly FailCondition[],
  workloads: readonly ScannedWorkload[],
): Met[] {
  return conditions.flatMap((condition) => {
    const { measure, comparison, bound } = condition;
    const meeting = workloads.filter((workload) =>
      COMPARISONS[comparison](MEASURES[measure].of(workload), bound),
    );
    return meeting.length > 0 ? [{ condition, workloads: meeting }] : [];
  });
}

function isMeasure(name: string): name is Measure {
  return Object.hasOwn(MEASURES, name);
}

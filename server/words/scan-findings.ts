/** What a scan says of a workload in a word, the worst first, and what that means. */
const TABLE = {
  killed: 'Containers ran out of memory and were killed, or would have been in a replay of the period.',
  short:
    'It should request a tenth more, or wanted more than is set aside for it: CPU for more than 2 % of the time, or memory for 0.1 %.',
  waste: 'It could give up a tenth of its requests or more.',
  fine: 'Nothing is worth changing.',
  unknown: 'Its usage is not known.',
} as const;

export type ScanFinding = keyof typeof TABLE;

export const SCAN_FINDINGS = Object.keys(TABLE) as readonly ScanFinding[];

export const SCAN_FINDING_WORDS: Readonly<Record<ScanFinding, string>> = TABLE;

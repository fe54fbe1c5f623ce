import { AWAITED_EVENTS } from '../../../server/words/awaited-events';
import { DECISIONS } from '../../../server/words/decisions';
import { GRADUATION_CONDITIONS, GRADUATION_STEPS } from '../../../server/words/graduation';
import { NEEDS } from '../../../server/words/needs';
import { NO_RECOMMENDATION_TABLE } from '../../../server/words/no-recommendation';
import { PROBLEM_TABLE, type ProblemCode, remedyOf } from '../../../server/words/problems';
import { CHANGE_REASONS } from '../../../server/words/reasons/change';
import { EFFECT_REASONS } from '../../../server/words/reasons/effect';
import { HOLD_REASONS } from '../../../server/words/reasons/hold';
import { LEAVE_REASONS } from '../../../server/words/reasons/leave';
import { page, table } from './markdown';

type Sentences = Readonly<Record<string, string | { readonly sentence: string; readonly remedy?: string }>>;

interface Part {
  readonly heading: string;
  readonly about: string;
  readonly rows: Sentences;
}

const PARTS: readonly Part[] = [
  { heading: 'Decisions', about: 'What the plan says of each pod.', rows: DECISIONS },
  { heading: 'Why a pod is changed', about: 'With `evict` and `resize`.', rows: CHANGE_REASONS },
  { heading: 'Why a pod waits', about: 'With `wait`: it should change, but not now.', rows: HOLD_REASONS },
  { heading: 'What a wait ends with', about: 'Each follows "until".', rows: AWAITED_EVENTS },
  { heading: 'Why a pod is left alone', about: 'With `leave`.', rows: LEAVE_REASONS },
  { heading: 'What a change brings about', about: 'Beside the reason for it.', rows: EFFECT_REASONS },
  {
    heading: 'Why there is no recommendation',
    about: 'On the page of a workload.',
    rows: NO_RECOMMENDATION_TABLE,
  },
  { heading: 'What a workload needs', about: 'Most severe first, as in the inbox.', rows: NEEDS },
  {
    heading: 'What a step up of graduation asks for',
    about: 'All must be met.',
    rows: GRADUATION_CONDITIONS,
  },
  {
    heading: 'Why a workload took a step',
    about: 'In the audit log and the events.',
    rows: GRADUATION_STEPS,
  },
  { heading: 'Problems', about: 'Of Plumbline itself, or of one object.', rows: problems() },
];

/** `docs/reasons.md`. */
export function reasonsPage(): string {
  return page(
    'Reason codes',
    'Every code that events, the log, the audit log, the API and the pages use. Where they are shown, the numbers follow the sentence.',
    PARTS.map(({ heading, about, rows }) => {
      const entries = Object.entries(rows).map(([code, words]): [string, string, string | undefined] =>
        typeof words === 'string' ? [code, words, undefined] : [code, words.sentence, words.remedy],
      );
      const hasRemedy = entries.some(([, , remedy]) => remedy);
      const head = ['code', 'meaning', ...(hasRemedy ? ['remedy'] : [])];
      const cells = entries.map(([code, sentence, remedy]) => [
        `\`${code}\``,
        sentence,
        ...(hasRemedy ? [remedy ?? ''] : []),
      ]);
      return `## ${heading}\n\n${about}\n\n${table(head, cells)}`;
    }),
  );
}

/** With what each cause asks for, where one problem has several. */
function problems(): Sentences {
  const codes = Object.keys(PROBLEM_TABLE) as ProblemCode[];
  return Object.fromEntries(
    codes.map((code) => [
      code,
      { sentence: PROBLEM_TABLE[code].sentence, remedy: remedyOf(code, 'DATABASE_FILE') },
    ]),
  );
}

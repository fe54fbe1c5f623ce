import type { VisibleNamespaces } from '../../access';
import type { FirstRows, RankedLine } from '../../contract/digest';
import { INBOX_WORDS, type InboxItem, type InboxLine, type InboxView } from '../../contract/inbox';
import type { WorkloadSummary } from '../../contract/recommendations';
import type { RestoreRequest } from '../../contract/requests/dismissal';
import type { ProblemBoard } from '../../kube/problems';
import { AppError } from '../../lib/report/errors';
import { inSlices } from '../../lib/time/slices';
import type { DismissalSaid } from '../../operations/dismissing';
import type { UpdaterHandle } from '../../updater';
import type { ApprovalPages } from '../approvals';
import type { Ordered } from '../list';
import { type ListRequest, readListQuery } from '../list-query';
import type { NeedsSince } from '../needs/needs-since';
import type { NeedyWorkloads } from '../needs/needy-workloads';
import { Newest } from '../newest';
import type { AnswerDeadline } from '../patience';
import type { Dismissals } from './dismissals';
import { factsOfProblems } from './facts-of-problem';
import { INBOX_LIST_SPEC, KNOWN_OF_INBOX } from './inbox-list';
import { type InboxCounts, type InboxFacts, type InboxNow, inboxOf } from './inbox-now';
import { STOP_IS_LONG_MS, type StopInForce } from './items';
import { inboxLines, withLessUrgent } from './lines';
import type { RankedItem } from './ranked';

type Updater = Pick<UpdaterHandle, 'shown'>;

interface InboxParts {
  readonly problems: Pick<ProblemBoard, 'list' | 'revision'>;
  readonly needy: NeedyWorkloads;
  readonly since: NeedsSince;
  readonly approvals: ApprovalPages;
  readonly dismissals: Dismissals;
  updater(): Updater | undefined;
  stops(): readonly StopInForce[];
  summaries(patience: AnswerDeadline): Promise<{ summaries: readonly WorkloadSummary[]; revision: number }>;
  /** The cluster's time. */
  now(): number;
  patience(): AnswerDeadline;
}

const NONE: InboxCounts = { urgencies: { broken: 0, waits: 0, better: 0 }, codes: new Map(), dismissed: 0 };

/**
 * What is broken, waits for a person and could be better, as one list: made once for each revision of what it is made
 * of, and filtered and grouped once for each query of that.
 */
export class Inbox {
  private readonly newest: Newest<InboxNow>;
  private latest: InboxNow | undefined;
  private summaries: readonly WorkloadSummary[] = [];
  private readonly lines = new WeakMap<object, Promise<InboxLine[]>>();

  constructor(
    private readonly parts: InboxParts,
    steadyMs: () => number,
  ) {
    this.newest = new Newest(steadyMs);
  }

  /** One page of lines. @throws AppError `bad-request` naming the invalid parameters */
  async list(asked: ListRequest): Promise<InboxView> {
    const query = readListQuery(asked, INBOX_WORDS, { known: KNOWN_OF_INBOX });
    const patience = this.parts.patience();
    const { sheet, aside, within, byVpa } = await this.known(patience);
    const { code, dismissed } = query.filters;
    const isApart = code !== undefined || dismissed !== undefined;
    const ordered = await (dismissed ? aside : sheet).ordered(INBOX_LIST_SPEC, query, patience);
    const lines = await this.linesOf(ordered, { isApart, namespace: query.filters.namespace });
    // Like things are one line, so all lines together are few.
    const pageSize = !isApart ? Math.max(1, lines.length) : INBOX_LIST_SPEC.pageSize;
    const pages = Math.max(1, Math.ceil(lines.length / pageSize));
    const page = Math.min(query.page, pages);
    const rows = lines.slice((page - 1) * pageSize, page * pageSize);
    return {
      rows:
        code !== undefined && dismissed === undefined ? rows.map((row) => withLessUrgent(row, byVpa)) : rows,
      matching: ordered.rows.length,
      all: ordered.all,
      page,
      pages,
      dismissed: (await within.of(asked.reach)).dismissed,
      tallies: ordered.tallies,
    };
  }

  /** The first `most` lines with what places them among those of other clusters. */
  async digest(reach: VisibleNamespaces, most: number): Promise<FirstRows<RankedLine>> {
    const patience = this.parts.patience();
    const { sheet } = await this.known(patience);
    const query = readListQuery({ params: new URLSearchParams(), reach }, INBOX_WORDS);
    const ordered = await sheet.ordered(INBOX_LIST_SPEC, query, patience);
    const lines = await this.linesOf(ordered, { isApart: false, namespace: undefined });
    const rankOf = new Map(ordered.rows.map((ranked) => [ranked.item.key, ranked]));
    return {
      rows: lines.slice(0, most).flatMap((line) => {
        const first = line.items[0] && rankOf.get(line.items[0].key);
        return first ? [{ line, isOwn: first.isOwn, danger: first.danger, size: first.size }] : [];
      }),
      all: lines.length,
    };
  }

  /** What is broken or waits for a person, and nobody dismissed, in its order. */
  async pressing(): Promise<readonly InboxItem[]> {
    return (await this.known(this.parts.patience())).pressing;
  }

  /** The items about one workload, in their order. */
  async ofVpa(namespace: string, name: string): Promise<readonly InboxItem[]> {
    return (await this.known(this.parts.patience())).byVpa.get(`${namespace}/${name}`) ?? [];
  }

  /** How many items there are, as of now or last known: every page polls this, so it waits for nothing long. */
  async counts(reach: VisibleNamespaces): Promise<InboxCounts> {
    const patience = this.parts.patience();
    const news = this.known(patience).catch(() => undefined);
    const known = (await patience.await(news, undefined, this)) ?? this.latest;
    return known ? known.within.of(reach) : NONE;
  }

  /** An item, dismissed or not. @throws AppError `not-found` if there is none at this place by now */
  async item({ key, namespace, vpa }: RestoreRequest): Promise<InboxItem> {
    const { byKey } = await this.known(this.parts.patience());
    const item = byKey.get(key);
    if (!item || item.namespace !== namespace || item.vpa !== vpa)
      throw new AppError('not-found', 'there is no such line in the inbox any more');
    return item;
  }

  /** Takes over what was just dismissed, or is shown again. */
  note(said: DismissalSaid): void {
    this.parts.dismissals.note(said);
  }

  private linesOf(
    ordered: Ordered<RankedItem, typeof INBOX_LIST_SPEC.tallies>,
    how: { isApart: boolean; namespace: string | undefined },
  ): Promise<InboxLine[]> {
    const known = this.lines.get(ordered);
    if (known) return known;
    const making = inSlices(inboxLines(ordered.rows, how));
    this.lines.set(ordered, making);
    return making;
  }

  private async known(patience: AnswerDeadline): Promise<InboxNow> {
    const { problems, needy, since, updater } = this.parts;
    await this.judge(patience);
    const reading = this.parts.dismissals.refresh().catch(() => undefined);
    await (this.latest ? patience.await(reading, undefined, this.parts.dismissals) : reading);
    const stops = this.parts.stops().filter(({ entry }) => this.parts.now() - entry.atMs >= STOP_IS_LONG_MS);
    const revision = [
      needy.revision,
      problems.revision,
      since.revision,
      updater()?.shown.revision,
      this.parts.dismissals.standing,
      ...stops.map(({ entry }) => entry.atMs),
    ].join(' ');
    this.latest = await this.newest.of(revision, (former) => this.made(stops, former), patience);
    return this.latest;
  }

  private async made(stops: readonly StopInForce[], former: InboxNow | undefined): Promise<InboxNow> {
    const { problems, needy, since, approvals, updater } = this.parts;
    await inSlices(since.forgettingExcept(needy.latest));
    const facts: InboxFacts = {
      problems: problems.list(),
      workloads: await inSlices(since.telling(needy.latest)),
      approvals: await approvals.waiting(updater()),
      stops,
      factsOf: factsOfProblems(this.summaries),
      dismissedAs: (key) => this.parts.dismissals.of(key),
    };
    return inSlices(inboxOf(facts, former));
  }

  /** Judges workloads by what is known of them now; the first time it waits for that. */
  private async judge(patience: AnswerDeadline): Promise<void> {
    const { needy, updater } = this.parts;
    const { summaries, revision } = await this.parts.summaries(patience);
    this.summaries = summaries;
    const shown = updater()?.shown;
    const judging = needy.refresh({
      summaries,
      planned: shown?.latest,
      revision: `${revision} ${shown?.revision ?? 'none'}`,
    });
    await (needy.revision === '' ? judging : patience.await(judging, undefined, needy));
  }
}

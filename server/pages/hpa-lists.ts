import type { VisibleNamespaces } from '../access';
import { HPA_WORDS, type HpasView } from '../contract/hpas';
import type { HpaHandle } from '../hpa/handle';
import { MadeOnce } from '../lib/memo/made-once';
import { inSlices } from '../lib/time/slices';
import { HPA_LIST_SPEC, KNOWN_OF_HPAS, type ListedHpa, listedHpas } from './hpa-list';
import { type ListRequest, readListQuery } from './list-query';
import { Newest } from './newest';
import type { AnswerDeadline } from './patience';
import type { Sheet } from './sheet';
import { HpasByTarget, hpasByTarget } from './workloads/hpas-of-workloads';

/** The HPAs of one sync. */
interface Listed {
  readonly sheet: Sheet<ListedHpa>;
  readonly byTarget: MadeOnce<VisibleNamespaces, HpasByTarget>;
}

type Source = Pick<HpaHandle, 'revision' | 'rows' | 'count'>;

/** The HPAs as of the last sync, as a list and by what they scale; none if no process that evaluates them runs here. */
export class HpaLists {
  private readonly listed: Newest<Listed>;

  constructor(
    private readonly source: () => Source | undefined,
    steadyMs: () => number,
  ) {
    this.listed = new Newest(steadyMs);
  }

  get hasAny(): boolean {
    return (this.source()?.count ?? 0) > 0;
  }

  /** One page. @throws AppError `bad-request` naming the invalid parameters */
  async page(asked: ListRequest, patience: AnswerDeadline): Promise<HpasView> {
    const query = readListQuery(asked, HPA_WORDS, { known: KNOWN_OF_HPAS });
    const { sheet } = await this.newest(patience);
    const { rows, ...others } = await sheet.page(HPA_LIST_SPEC, query, patience);
    return { rows: rows.map(({ row }) => row.row), ...others };
  }

  /** Those that the person may read. */
  async byTarget(
    { reachOfHpas }: Pick<ListRequest, 'reachOfHpas'>,
    patience: AnswerDeadline,
  ): Promise<HpasByTarget> {
    const reach = await reachOfHpas?.();
    return reach ? (await this.newest(patience)).byTarget.of(reach) : HpasByTarget.none;
  }

  private newest(patience: AnswerDeadline): Promise<Listed> {
    const source = this.source();
    const revision = String(source?.revision ?? 'none');
    return this.listed.of(
      revision,
      async (former) => {
        const sheet = await inSlices(listedHpas(source ? await inSlices(source.rows()) : [], former?.sheet));
        const byTarget = new MadeOnce({
          make: (reach: VisibleNamespaces) => inSlices(hpasByTarget(sheet.rows, revision, reach)),
        });
        return { sheet, byTarget };
      },
      patience,
    );
  }
}

'use client';

import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AcrossRow, AcrossView } from '@/server/contract/across';
import { IconCircleCheck } from '../icons';
import type { ListDefinition } from '../lists/list-definition';
import { ListHeading } from '../lists/list-heading';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import type { ListState } from '../lists/use-list-state';
import { failureScreen } from '../screens/failure-screen';
import { Screen } from '../screens/screen';
import { MissingNotice } from './missing-notice';
import { acrossCount } from './missing-words';

/** What the rows of a list over clusters are drawn with. */
export interface AcrossShown<View, Row, Filter extends string, Sort extends string> {
  rows: readonly AcrossRow<Row>[];
  view: View;
  state: ListState<Filter, Sort>;
  /** The present time in a cluster. */
  nowOf: (cluster: string) => number;
}

interface AcrossScreenProps<View, Row, Filter extends string, Sort extends string> {
  title: string;
  /** The noun for one row, and for several. */
  one: string;
  many: string;
  about?: (view: View) => ReactNode;
  /** Between the heading and the list. */
  above?: (view: View, state: ListState<Filter, Sort>) => ReactNode;
  /** Explains the pictures in the rows. */
  legend?: ReactNode;
  definition: ListDefinition<View, Filter, Sort>;
  children: (shown: AcrossShown<View, Row, Filter, Sort>) => ReactNode;
}

/** A list over all clusters of a hub, in groups if it is asked for. */
export function AcrossScreen<Row, View extends AcrossView<Row>, Filter extends string, Sort extends string>({
  title,
  one,
  many,
  about,
  above,
  legend,
  definition,
  children,
}: AcrossScreenProps<View, Row, Filter, Sort>) {
  const list = useList(definition);
  const { view, nowMs = 0, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure);
  const ahead = new Map(view?.members.map(({ name, aheadMs = 0 }) => [name, aheadMs]));
  const nowOf = (cluster: string) => nowMs + (ahead.get(cluster) ?? 0);
  return (
    <>
      <ListHeading title={title} count={view && acrossCount(view, one)} about={view && about?.(view)} />
      {view && <MissingNotice view={view} many={many} nowMs={nowMs} />}
      {view && above?.(view, state)}
      {view && view.all === 0 && view.told > 0 ? (
        <Screen icon={IconCircleCheck} title={`No ${many} yet`} headingLevel={2}>
          The clusters that answer have none.
        </Screen>
      ) : (
        <PagedList definition={definition} list={list} one={one} legend={legend}>
          {(shown) =>
            groupsOf(shown.rows).map(({ group, rows }) => (
              <section key={group ?? ''} aria-label={group === undefined ? title : group || NO_GROUP}>
                {group !== undefined && (
                  <Title order={2} size="h3" mt={20} mb={8}>
                    {group || NO_GROUP}
                  </Title>
                )}
                {children({ rows, view: shown, state, nowOf })}
              </section>
            ))
          }
        </PagedList>
      )}
    </>
  );
}

const NO_GROUP = 'Without that label';

/** Rows of one group stand together already. */
function groupsOf<Row>(rows: readonly AcrossRow<Row>[]): { group?: string; rows: AcrossRow<Row>[] }[] {
  const groups: { group?: string; rows: AcrossRow<Row>[] }[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && last.group === row.group) last.rows.push(row);
    else groups.push({ ...(row.group !== undefined && { group: row.group }), rows: [row] });
  }
  return groups;
}

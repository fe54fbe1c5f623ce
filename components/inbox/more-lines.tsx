'use client';

import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { InboxLine, InboxView } from '@/server/contract/inbox';
import { usePolled } from '../api/queries';
import classes from './inbox.module.css';
import { OneItem } from './one-item';

interface MoreLinesProps {
  of: { code: InboxLine['code'] } | { dismissed: 'shown' };
  namespace?: string | undefined;
  nowMs: number;
}

/** Items one by one, page by page. */
export function MoreLines({ of, namespace, nowMs }: MoreLinesProps) {
  const [page, setPage] = useState(1);
  const query = new URLSearchParams({
    ...of,
    ...(namespace !== undefined && { namespace }),
    page: String(page),
  });
  const { data: view } = usePolled<InboxView>(`/api/inbox?${query}`, { keepsFormer: true });
  if (!view) return null;
  return (
    <>
      <ul className={classes.lines}>
        {view.rows.flatMap(({ items }) =>
          items.map((item) => <OneItem key={item.key} item={item} nowMs={nowMs} />),
        )}
      </ul>
      {view.pages > 1 && (
        <Group wrap="nowrap" gap={12} pt={10} fz={13}>
          <Button size="xs" variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Before
          </Button>
          <span>
            Page {view.page} of {view.pages}
          </span>
          <Button size="xs" variant="default" disabled={page >= view.pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </Group>
      )}
    </>
  );
}

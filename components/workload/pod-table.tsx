'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PodView } from '@/server/recommender/views';
import { TimeAgo } from '../live/time-ago';
import classes from './fact-table.module.css';

interface PodTableProps {
  pods: readonly PodView[];
  nowMs: number;
}

const FIRST = 12;

/** The pods, the first dozen until more are asked for. */
export function PodTable({ pods, nowMs }: PodTableProps) {
  const [all, setAll] = useState(false);
  if (pods.length === 0) return <p className={classes.nothing}>No pod runs now.</p>;
  return (
    <>
      <div className={classes.frame}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Pod</th>
              <th scope="col">Phase</th>
              <th scope="col">Node</th>
              <th scope="col">Created</th>
              <th scope="col" className={classes.number}>
                Restarts
              </th>
            </tr>
          </thead>
          <tbody>
            {(all ? pods : pods.slice(0, FIRST)).map((pod) => (
              <tr key={pod.name}>
                <th scope="row" className={classes.name}>
                  {pod.name}
                </th>
                <td>{pod.phase}</td>
                <td>{pod.node ?? 'not scheduled'}</td>
                <td>{pod.createdMs === undefined ? '–' : <TimeAgo atMs={pod.createdMs} nowMs={nowMs} />}</td>
                <td className={classes.number}>
                  {pod.oomKilled && <span className={classes.bad}>OOM killed </span>}
                  {pod.restarts}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!all && pods.length > FIRST && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setAll(true)}>
          Show all {pods.length} pods
        </Button>
      )}
    </>
  );
}

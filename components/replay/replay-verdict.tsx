'use client';

import { Box, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { VariantRequest } from '@/server/contract/replays';
import { realKillsText } from '@/server/words/real-kills';
import { useLack } from '../access/use-lack';
import { useAskedCluster } from '../api/asked-cluster';
import { useBeginReplay, useReplay } from '../api/replay-actions';
import Link from '../navigation/link';
import { editLines, savedWords, shortageOf } from './edit-effect';
import { ReplayProgress } from './replay-progress';
import classes from './replay-verdict.module.css';
import { replayHref } from './replay-words';

interface ReplayVerdictProps {
  namespace: string;
  name: string;
  /** As it is, and with the change; undefined while there is none. */
  variants: readonly [VariantRequest, VariantRequest] | undefined;
  /** Whether the change can be made as it is. */
  isUsable?: boolean;
  /** Tells it from another one, where a dialog lies over a page that has one. */
  label?: string;
  /** The level of its heading. */
  order?: 2 | 3;
}

/** Under it stands which replay was begun for which change, so that who opens a page again sees the same one. */
const BEGUN = 'replay begun';
const TITLE = 'What last week would have been';
const HOUR_MS = 3_600_000;
/** Until people have stopped to type: each replay takes the server some seconds. */
const SETTLED_MS = 1_500;

/** What the last week would have been with a change, against what is; it is replayed by itself, and shortage comes first. */
export function ReplayVerdict({
  namespace,
  name,
  variants,
  isUsable = true,
  label = TITLE,
  order = 2,
}: ReplayVerdictProps) {
  const Heading = `h${order}` as const;
  const written = JSON.stringify(variants);
  const [settled] = useDebouncedValue(written, SETTLED_MS);
  const [tried, setTried] = useState<{ id: string; written: string }>();
  const start = useBeginReplay();
  const lack = useLack({ to: 'replay', namespace, name });
  const { data: replay } = useReplay(tried?.id);
  const queryClient = useQueryClient();
  const cluster = useAskedCluster();
  const begin = useEffectEvent((asked: string) => {
    if (!variants || asked !== written || tried?.written === asked) return;
    const key = [BEGUN, cluster, namespace, name, asked];
    const begun = queryClient.getQueryData<string>(key);
    if (begun !== undefined) {
      setTried({ id: begun, written: asked });
      return;
    }
    start.mutate(
      { scope: { kind: 'vpa', namespace, name }, days: 7, variants: [...variants] },
      {
        onSuccess: ({ id }) => {
          queryClient.setQueryData(key, id);
          setTried({ id, written: asked });
        },
      },
    );
  });
  useEffect(() => {
    if (settled !== undefined && isUsable && lack === undefined) begin(settled);
  }, [settled, isUsable, lack]);
  if (!variants && !tried) return null;
  const outcome = replay?.outcome;
  const shortage = outcome && shortageOf(outcome.variants);
  const realKills = outcome && realKillsText(outcome);
  return (
    <section className={classes.panel} aria-label={label} aria-live="polite">
      <Heading className={classes.title}>{TITLE}</Heading>
      {lack && <p className={classes.soft}>Not replayed. {lack}</p>}
      {start.isError && (
        <Text inherit mt={8} c="var(--danger)" role="alert">
          Not replayed: {start.error.message}
        </Text>
      )}
      {!lack && !start.isError && !replay && (
        <p className={classes.soft}>
          {isUsable ? 'Replaying last week …' : 'Replayed once the edit has no errors.'}
        </p>
      )}
      {replay && replay.state !== 'done' && (
        <Box mt={8}>
          <ReplayProgress replay={replay} />
        </Box>
      )}
      {outcome && shortage && (
        <>
          {tried?.written !== written && <p className={classes.soft}>You have changed the edit since.</p>}
          <p className={classes.verdict} data-worse={shortage.isWorse}>
            {shortage.words}
          </p>
          {realKills && (
            <Text inherit mt={8}>
              {realKills}
            </Text>
          )}
          <Text inherit mt={8}>
            {savedWords(outcome.variants, (outcome.toMs - outcome.fromMs) / HOUR_MS)}
          </Text>
          <table className={classes.table}>
            <thead>
              <tr>
                <td />
                {outcome.variants.map((variant) => (
                  <th key={variant.name} scope="col">
                    {variant.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {editLines(outcome.variants).map(({ label, before, after }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{before}</td>
                  <td className={classes.after}>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {outcome.notes.map((note) => (
            <p key={note} className={classes.soft}>
              {note}
            </p>
          ))}
          <Link href={replayHref(replay.id)} target="_blank" className={classes.link}>
            All figures and charts, in a new tab
          </Link>
        </>
      )}
    </section>
  );
}

'use client';

import { useRef, useState } from 'react';
import type { PolicyEdit } from '@/server/contract/requests/policy-edit';
import { GuardedButton } from '../access/guarded-button';
import { useReplay, useStartReplay } from '../api/replay-actions';
import { IconPlayerPlay } from '../icons';
import Link from '../navigation/link';
import { editLines, savedWords } from './edit-effect';
import classes from './edit-replay.module.css';
import { ReplayProgress } from './replay-progress';
import { isAtWork, replayHref } from './replay-words';

interface EditReplayProps {
  namespace: string;
  name: string;
  /** Undefined without a change. */
  edit: PolicyEdit | undefined;
  /** Whether the edit can be saved as it is. */
  isUsable: boolean;
}

const HOUR_MS = 3_600_000;

/** What the last week would have been with an edit of the policy, against the policy as saved. */
export function EditReplay({ namespace, name, edit, isUsable }: EditReplayProps) {
  const [tried, setTried] = useState<{ id: string; written: string }>();
  const start = useStartReplay();
  const panel = useRef<HTMLElement>(null);
  const { data: replay } = useReplay(tried?.id);
  const written = JSON.stringify(edit);
  const begin = () => {
    if (!edit) return;
    const variants = [{ name: 'as saved' }, { name: 'this edit', edit }];
    const scope = { kind: 'vpa', namespace, name } as const;
    start.mutate(
      { scope, days: 7, variants },
      {
        onSuccess: ({ id }) => {
          setTried({ id, written: written ?? '' });
          panel.current?.focus({ preventScroll: true }); // the button goes
        },
      },
    );
  };
  if (!edit && !tried) return null;
  const outcome = replay?.outcome;
  const isOfEarlier = tried !== undefined && tried.written !== written;
  return (
    <section ref={panel} tabIndex={-1} className={classes.panel} aria-label="What last week would have been">
      <h3 className={classes.title}>What last week would have been</h3>
      {edit && (!tried || isOfEarlier || !outcome) && !(replay && isAtWork(replay.state)) && (
        <GuardedButton
          deed={{ to: 'replay', namespace, name }}
          size="xs"
          variant="default"
          leftSection={<IconPlayerPlay size={14} />}
          disabled={!isUsable}
          loading={start.isPending}
          onClick={begin}
        >
          Replay last week with this edit
        </GuardedButton>
      )}
      {start.isError && (
        <p className={classes.fault} role="alert">
          Not started: {start.error.message}
        </p>
      )}
      {replay && replay.state !== 'done' && (
        <div className={classes.progress}>
          <ReplayProgress replay={replay} />
        </div>
      )}
      {outcome && (
        <>
          {isOfEarlier && <p className={classes.soft}>You have changed the edit since.</p>}
          <p className={classes.saved}>
            {savedWords(outcome.variants, (outcome.toMs - outcome.fromMs) / HOUR_MS)}
          </p>
          <table className={classes.table}>
            <thead>
              <tr>
                <td />
                <th scope="col">As saved</th>
                <th scope="col">This edit</th>
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

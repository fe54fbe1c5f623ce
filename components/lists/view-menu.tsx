'use client';

import { ActionIcon, Button, CopyButton, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useSearchParams } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { IconBookmarks, IconTrash } from '../icons';
import { UsualButton } from '../layout/usual-button';
import { usePathname } from '../navigation/base-path';
import Link from '../navigation/link';
import { keep, useKept } from './kept';
import {
  LONGEST_VIEW_NAME,
  type SavedView,
  viewQuery,
  viewsFrom,
  withoutView,
  withView,
} from './saved-views';
import classes from './view-menu.module.css';

/** The views of a list that the viewer has saved in this browser, and a link to the present one. */
export function ViewMenu({ list }: { list: string }) {
  const keptAs = `plumbline-views-${list}`;
  const views = viewsFrom(useKept(keptAs));
  const put = (next: readonly SavedView[]) => keep(keptAs, next.length > 0 ? JSON.stringify(next) : '');
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const path = usePathname();
  const query = viewQuery(String(useSearchParams()));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    put(withView(views, { name: name.trim(), query }));
    setName('');
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <UsualButton
          size="compact-sm"
          icon={<IconBookmarks size={15} stroke={1.7} />}
          onClick={() => setOpened(!opened)}
        >
          Views
        </UsualButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <Stack gap={8}>
          {views.length === 0 && (
            <Text size="sm" c="dimmed">
              No view is saved in this browser yet.
            </Text>
          )}
          {views.length > 0 && (
            <ul className={classes.views} aria-label="Saved views">
              {views.map((view) => (
                <li key={view.name}>
                  <Link
                    href={view.query ? `${path}?${view.query}` : path}
                    className={classes.view}
                    aria-current={view.query === query ? 'true' : undefined}
                    onClick={() => setOpened(false)}
                  >
                    {view.name}
                  </Link>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete the view ${view.name}`}
                    onClick={() => put(withoutView(views, view.name))}
                  >
                    <IconTrash size={15} stroke={1.7} />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )}
          <form className={classes.save} onSubmit={save}>
            <TextInput
              size="xs"
              label="Save what is shown as"
              maxLength={LONGEST_VIEW_NAME}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button size="xs" type="submit" disabled={name.trim() === ''}>
              Save
            </Button>
          </form>
          <CopyButton value={`${globalThis.location?.origin ?? ''}${path}${query ? `?${query}` : ''}`}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="subtle" onClick={copy}>
                {copied ? 'Copied' : 'Copy the link to it'}
              </Button>
            )}
          </CopyButton>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

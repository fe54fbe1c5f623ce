'use client';

import { Menu } from '@mantine/core';
import Link from '../navigation/link';
import type { PageHref } from '../navigation/pages';
import { useOpenAtOnce } from '../on-demand/use-open-at-once';
import { MoreButton, type MoreButtonWords } from './more-button';
import { PageCount } from './page-count';
import { PAGE_ICONS } from './page-icons';

export interface MoreMenuProps {
  pages: readonly { href: PageHref; label: string }[];
  counts: Partial<Record<PageHref, number>>;
  active: PageHref | undefined;
  button: MoreButtonWords;
}

/** The menu of further pages with its button; it opens at once, as it is loaded when somebody presses that. */
export default function MoreMenu({ pages, counts, active, button }: MoreMenuProps) {
  const { isOpen, setOpen, target } = useOpenAtOnce();
  return (
    <Menu position="bottom-end" withinPortal zIndex={300} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <MoreButton ref={target} {...button} />
      </Menu.Target>
      <Menu.Dropdown>
        {pages.map(({ href, label }) => {
          const Icon = PAGE_ICONS[href];
          return (
            <Menu.Item
              key={href}
              component={Link}
              href={href}
              leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />}
              rightSection={counts[href] ? <PageCount count={counts[href]} /> : undefined}
              aria-current={href === active ? 'page' : undefined}
            >
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

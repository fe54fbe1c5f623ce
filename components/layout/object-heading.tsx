import { Box, Group, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import Link from '../navigation/link';
import classes from './object-heading.module.css';
import shared from './shared.module.css';

interface ObjectHeadingProps {
  /** The pages above this one; absent for a page of the side bar. */
  crumbs?: readonly { href: string; label: string }[];
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A heading, and how what it is about stands. */
export function ObjectHeading({ crumbs, title, actions, children }: ObjectHeadingProps) {
  return (
    <Box mb={10}>
      {crumbs && (
        <nav aria-label="Breadcrumb" className={classes.crumbs}>
          {crumbs.map(({ href, label }, place) => (
            <Fragment key={href}>
              {place > 0 && <span aria-hidden="true">/</span>}
              <Link href={href}>{label}</Link>
            </Fragment>
          ))}
        </nav>
      )}
      <Group justify="space-between" gap="8px 16px">
        <Title order={1}>{title}</Title>
        {actions && <div className={shared.buttons}>{actions}</div>}
      </Group>
      <p className={classes.facts}>{children}</p>
    </Box>
  );
}

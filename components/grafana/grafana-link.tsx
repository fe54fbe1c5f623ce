'use client';

import { Anchor } from '@mantine/core';
import { useStatus } from '../api/queries';
import { IconExternalLink } from '../icons';
import { grafanaHref } from './grafana-href';
import classes from './grafana-link.module.css';

interface GrafanaLinkProps {
  names: Parameters<typeof grafanaHref>[1];
}

/** A link to the dashboard in Grafana for what is named; nothing where no dashboard is set. */
export function GrafanaLink({ names }: GrafanaLinkProps) {
  const template = useStatus().data?.grafana;
  const href = template && grafanaHref(template, names);
  if (!href) return null;
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" className={classes.link}>
      Grafana
      <IconExternalLink size={14} stroke={1.8} aria-label="opens in a new tab" />
    </Anchor>
  );
}

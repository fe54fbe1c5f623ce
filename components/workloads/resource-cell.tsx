import { memo } from 'react';
import type { ResourceView } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { requestVerdict } from '@/server/contract/verdict';
import { Glyph } from '../charts/glyph';
import { IconArrowNarrowRight } from '../icons';
import { DefinitionLines } from '../layout/definition-lines';
import { Tooltip } from '../layout/tooltip';
import { LiveValue } from '../live/live-value';
import classes from './resource-cell.module.css';
import { resourceDetails, resourceWords } from './resource-words';

interface ResourceCellProps {
  resource: Resource;
  view: ResourceView;
  /** Of the container. */
  confidence: number;
}

/** Made only once the tooltip is open: a page has two in each line. */
function Details({ resource, view, confidence }: ResourceCellProps) {
  return <DefinitionLines lines={resourceDetails(resource, view, confidence)} />;
}

/** Request → target above, with the limit where it is apart; below it the glyph of both, and the used share. */
export const ResourceCell = memo(function ResourceCell({ resource, view, confidence }: ResourceCellProps) {
  const words = resourceWords(resource, view);
  return (
    <Tooltip
      label={<Details resource={resource} view={view} confidence={confidence} />}
      openDelay={200}
      p="sm"
    >
      <div className={classes.cell}>
        <span className={classes.amounts}>
          <span className={view.request ? undefined : classes.missing}>{words.request}</span>
          <IconArrowNarrowRight size={14} stroke={1.6} role="img" aria-label="to" className={classes.arrow} />
          <span className={classes.target}>
            <LiveValue text={words.target} />
          </span>
        </span>
        {words.limit && (
          <span className={classes.limit}>
            limit {words.limit.from}
            <IconArrowNarrowRight
              size={12}
              stroke={1.6}
              role="img"
              aria-label="to"
              className={classes.arrow}
            />
            <LiveValue text={words.limit.to} />
          </span>
        )}
        <span>
          <Glyph
            request={view.request}
            target={view.target}
            lowerBound={view.lowerBound}
            upperBound={view.upperBound}
            verdict={requestVerdict(view, confidence)}
          />
        </span>
        {words.used && (
          <span className={classes.used}>
            {words.used}
            <span className={classes.usedWord}> used</span>
          </span>
        )}
      </div>
    </Tooltip>
  );
});

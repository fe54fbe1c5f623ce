'use client';

import { Button } from '@mantine/core';
import type { DiagnosticsView, PartRights } from '@/server/contract/diagnostics';
import { countOf } from '@/server/words/counts';
import { apiAddress } from '../api/address';
import { usePolled } from '../api/queries';
import { IconDownload } from '../icons';
import { Card } from '../layout/card';
import { Command } from '../layout/command';
import { ObjectHeading } from '../layout/object-heading';
import shared from '../layout/shared.module.css';
import dotClasses from '../layout/tone-dot.module.css';
import { failureScreen } from '../screens/failure-screen';
import { withLocalTimes } from '../times/times';
import classes from './diagnostics-screen.module.css';
import { SettingsCard } from './settings-card';

function RightsCard({ rights }: { rights: DiagnosticsView['rights'] }) {
  if (rights.kind === 'unknown')
    return (
      <Card title="Rights of this process in the cluster">
        <p className={shared.soft}>{rights.message}</p>
      </Card>
    );
  return (
    <Card title="Rights of this process in the cluster">
      <ul className={classes.parts}>
        {wrongFirst(rights.parts, ({ lacking }) => lacking.length === 0).map((part) => (
          <li key={part.part}>
            <Part part={part} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Part({ part: { part, without, file, isOptional, granted, lacking } }: { part: PartRights }) {
  if (lacking.length === 0)
    return (
      <span className={dotClasses.dot} data-tone="good">
        {part}: has {granted === 1 ? 'its right' : `all ${countOf(granted, 'right')}`}
      </span>
    );
  return (
    <>
      <span className={dotClasses.dot} data-tone={isOptional ? 'quiet' : 'bad'}>
        {part}: {isOptional ? 'optional, lacks' : 'lacks'} {countOf(lacking.length, 'right')}. {without}
      </span>
      <ul className={classes.lacking}>
        {lacking.map((right) => (
          <li key={right}>{right}</li>
        ))}
      </ul>
      <Command text={`kubectl apply -f ${file}`} />
    </>
  );
}

export function DiagnosticsScreen() {
  const { data: view, failure } = usePolled<DiagnosticsView>('/api/diagnostics');
  if (!view) return failureScreen(failure);
  return (
    <>
      <ObjectHeading
        title="Settings and diagnostics"
        actions={
          <Button
            component="a"
            href={apiAddress('/api/diagnostics/bundle')}
            download
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
          >
            File for a bug report
          </Button>
        }
      >
        <span>
          Of the process that answers. The file has this page, the problems and the metrics: names and
          addresses, and no secret of a setting.
        </span>
      </ObjectHeading>
      <div className={classes.cards}>
        <Card title="Parts">
          <ul className={classes.parts}>
            {wrongFirst(view.parts, ({ isWell }) => isWell).map(({ part, isWell, state }) => (
              <li key={part}>
                <span className={dotClasses.dot} data-tone={isWell ? 'good' : 'bad'}>
                  {part}: {withLocalTimes(state)}
                </span>
              </li>
            ))}
          </ul>
        </Card>
        <RightsCard rights={view.rights} />
        <SettingsCard sections={view.settings} />
        <Card title="Versions">
          <ul className={classes.parts}>
            {view.versions.map(({ name, version }) => (
              <li key={name}>
                {name} {version}
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}

/** What is not well before what is, each otherwise in its order. */
function wrongFirst<T>(items: readonly T[], isWell: (item: T) => boolean): T[] {
  return [...items.filter((item) => !isWell(item)), ...items.filter(isWell)];
}

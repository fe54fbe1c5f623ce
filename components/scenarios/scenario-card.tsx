import { ActionIcon, Code, CopyButton, Title, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './scenarios-screen.module.css';

interface ScenarioCardProps {
  scenario: { name: string; summary: string };
  running: boolean;
}

export function ScenarioCard({ scenario, running }: ScenarioCardProps) {
  const command = `npm run demo -- --scenario ${scenario.name}`;
  return (
    <li className={classes.card} data-running={running}>
      <div className={classes.heading}>
        <Title order={2} size="h3">
          {scenario.name}
        </Title>
        {running && <span className={classes.running}>Runs now</span>}
      </div>
      <p className={classes.summary}>{scenario.summary}</p>
      <div className={classes.command}>
        <Code>{command}</Code>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? 'Copied' : 'Copy the command'}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Copy the command for ${scenario.name}`}
                onClick={copy}
              >
                {copied ? <IconCheck size={16} stroke={1.8} /> : <IconCopy size={16} stroke={1.8} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </div>
    </li>
  );
}

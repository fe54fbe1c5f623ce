import { ActionIcon, Code, CopyButton, Flex, Group, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { ScenarioEntry } from '@/server/contract/scenarios';
import { GuardedButton } from '../access/guarded-button';
import { IconCheck, IconCopy, IconPlayerPlay, IconRefresh } from '../icons';
import { Tooltip } from '../layout/tooltip';
import classes from './scenario-card.module.css';

interface ScenarioCardProps {
  scenario: ScenarioEntry;
  running: boolean;
  /** No switch may begin now. */
  busy: boolean;
  onRun: () => void;
}

export function ScenarioCard({ scenario, running, busy, onRun }: ScenarioCardProps) {
  const heading = useId();
  const verb = running ? 'Start over' : 'Run this';
  const Icon = running ? IconRefresh : IconPlayerPlay;
  return (
    <li className={classes.card} data-running={running} aria-labelledby={heading}>
      <Flex align="baseline" justify="space-between" gap={12}>
        <Title order={2} size="h3" id={heading}>
          {scenario.title}
        </Title>
        {running && <span className={classes.running}>Runs now</span>}
      </Flex>
      <Text mt={6} fz={14}>
        {scenario.summary}
      </Text>
      <Text flex="1" mt={6} mb={14} c="dimmed" fz={13}>
        {scenario.lesson}
      </Text>
      <Group justify="space-between" gap={8}>
        <GuardedButton
          deed={{ to: 'switch-scenario' }}
          size="xs"
          variant="default"
          leftSection={<Icon size={14} stroke={1.8} />}
          disabled={busy}
          aria-label={`${verb}: ${scenario.title}`}
          onClick={onRun}
        >
          {verb}
        </GuardedButton>
        <Command name={scenario.name} />
      </Group>
    </li>
  );
}

function Command({ name }: { name: string }) {
  const command = `npm run demo -- --scenario ${name}`;
  return (
    <span className={classes.command}>
      <Tooltip label={command}>
        <Code className={classes.code}>--scenario {name}</Code>
      </Tooltip>
      <CopyButton value={command}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : `Copy: ${command}`}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Copy the command for ${name}`}
              onClick={copy}
            >
              {copied ? <IconCheck size={16} stroke={1.8} /> : <IconCopy size={16} stroke={1.8} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}

import { Box, Code, Flex, Text, Title } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { Command } from '../layout/command';
import { Remedy } from '../layout/remedy';
import classes from './screen.module.css';

interface ScreenProps {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  tone?: 'quiet' | 'busy' | 'bad';
  /** 2 if the page has a heading of its own. */
  headingLevel?: 1 | 2;
  title: string;
  children?: ReactNode;
  /** The system's own message. */
  detail?: string;
  remedy?: string;
  command?: string;
  actions?: ReactNode;
}

/** A full-page message: what is wrong, the system's message, what to do. */
export function Screen({
  icon: Icon,
  tone = 'quiet',
  headingLevel = 1,
  title,
  children,
  detail,
  remedy,
  command,
  actions,
}: ScreenProps) {
  return (
    <section className={classes.screen} aria-labelledby="screen-title">
      <span className={classes.icon} data-tone={tone} aria-hidden="true">
        <Icon size={26} stroke={1.6} />
      </span>
      <Title order={headingLevel} size="h1" id="screen-title" mb={8}>
        {title}
      </Title>
      {children && (
        <Text c="dimmed" fz={15}>
          {children}
        </Text>
      )}
      {detail && (
        <Code block className={classes.detail}>
          {detail}
        </Code>
      )}
      {remedy && (
        <Box mt={18} fz={14}>
          <Remedy text={remedy} />
        </Box>
      )}
      {command && (
        <Box w="100%" mt={14}>
          <Command text={command} />
        </Box>
      )}
      {actions && (
        <Flex gap={10} mt={24}>
          {actions}
        </Flex>
      )}
    </section>
  );
}

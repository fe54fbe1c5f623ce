import { Box, Flex, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import shared from '../layout/shared.module.css';

interface ListHeadingProps {
  title: string;
  /** How many there are; absent while unknown. */
  count: string | undefined;
  about?: ReactNode;
  /** Beside the count. */
  children?: ReactNode;
  actions?: ReactNode;
}

export function ListHeading({ title, count, about, children, actions }: ListHeadingProps) {
  return (
    <Box component="header" mb={14}>
      <Flex wrap="wrap" align="baseline" gap={10}>
        <Title order={1}>{title}</Title>
        {count !== undefined && <span className={shared.soft}>{count}</span>}
        {children}
        {actions && (
          <Flex wrap="wrap" justify="flex-end" gap={8} ml="auto">
            {actions}
          </Flex>
        )}
      </Flex>
      {about && (
        <Text maw="90ch" mt={4} c="dimmed" fz={13}>
          {about}
        </Text>
      )}
    </Box>
  );
}

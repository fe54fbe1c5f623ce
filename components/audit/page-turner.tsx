import { Button, Flex } from '@mantine/core';

interface PageTurnerProps {
  after: string;
  next: string | undefined;
  descending: boolean;
  onTurn: (after: string) => void;
}

export function PageTurner({ after, next, descending, onTurn }: PageTurnerProps) {
  if (!after && !next) return null;
  return (
    <Flex component="nav" gap={8} mt={12} aria-label="Pages of the log">
      {after && (
        <Button variant="default" size="xs" onClick={() => onTurn('')}>
          {descending ? 'Newest' : 'Oldest'}
        </Button>
      )}
      {next && (
        <Button variant="default" size="xs" onClick={() => onTurn(next)}>
          {descending ? 'Older' : 'Newer'}
        </Button>
      )}
    </Flex>
  );
}

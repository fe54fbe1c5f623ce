import { Button, Code, CopyButton } from '@mantine/core';
import { IconBulb, IconCheck, IconCopy } from '@tabler/icons-react';
import type { Proposal } from '@/server/process/replays/views';
import { Callout } from '../layout/callout';
import { Fold } from '../layout/fold';
import classes from './proposal-part.module.css';
import { proposalWords } from './proposal-words';

/** What a search proposes, to copy; nothing is changed by it. */
export function ProposalPart({ proposal }: { proposal: Proposal }) {
  const { title, detail } = proposalWords(proposal);
  const { yaml } = proposal;
  return (
    <Callout icon={IconBulb} tone="neutral" title={title} detail={detail}>
      {yaml && (
        <div className={classes.yaml}>
          <CopyButton value={yaml}>
            {({ copied, copy }) => (
              <Button
                size="xs"
                variant="default"
                leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy as YAML'}
              </Button>
            )}
          </CopyButton>
          <Fold label="Show the policy" about="YAML of the proposal">
            <Code block>{yaml}</Code>
          </Fold>
        </div>
      )}
    </Callout>
  );
}

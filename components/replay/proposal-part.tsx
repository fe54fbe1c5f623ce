import { Button, Code, CopyButton } from '@mantine/core';
import type { ReplayRow, SuggestedVariant } from '@/server/contract/replays';
import { IconAdjustments, IconBulb, IconCheck, IconCopy } from '../icons';
import { Callout } from '../layout/callout';
import { Fold } from '../layout/fold';
import Link from '../navigation/link';
import { workloadHref } from '../navigation/pages';
import classes from './proposal-part.module.css';
import { proposalWords } from './proposal-words';
import { proposalHref } from './use-proposal';

/** What a search proposes, to copy; nothing is changed by it. */
export function ProposalPart({ replay, proposal }: { replay: ReplayRow; proposal: SuggestedVariant }) {
  const { title, detail } = proposalWords(proposal);
  const { yaml } = proposal;
  const { scope } = replay.request;
  return (
    <Callout icon={IconBulb} tone="neutral" title={title} detail={detail}>
      {yaml && (
        <div className={classes.yaml}>
          {scope.kind === 'vpa' && (
            <Button
              component={Link}
              href={proposalHref(workloadHref(scope.namespace, scope.name), replay.id)}
              size="xs"
              mr="xs"
              leftSection={<IconAdjustments size={14} />}
            >
              Fill in the policy form
            </Button>
          )}
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
            <Code block tabIndex={0} aria-label="The proposed policy as YAML">
              {yaml}
            </Code>
          </Fold>
        </div>
      )}
    </Callout>
  );
}

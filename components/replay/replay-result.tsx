'use client';

import { Anchor, Button, Code, CopyButton, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ReplayOutcome, ReplayRow, ReplayView, SuggestedVariant } from '@/server/contract/replays';
import { countOf } from '@/server/words/counts';
import { realKillsText } from '@/server/words/real-kills';
import { formatDuration } from '@/server/words/times';
import { apiAddress } from '../api/address';
import { exportHref } from '../api/replay-actions';
import { IconAdjustments, IconBulb, IconCheck, IconCopy, IconDownload } from '../icons';
import { Callout } from '../layout/callout';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import { workloadHref } from '../navigation/pages';
import { localShortTime } from '../times/times';
import { CompareTable } from './compare-table';
import { ParetoChart } from './pareto-chart';
import { proposalWords } from './proposal-words';
import classes from './replay-result.module.css';
import { proposalHref } from './use-proposal';
import { WorkloadCharts } from './workload-charts';
import { WorstList } from './worst-list';

const FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
  { format: 'md', label: 'Markdown' },
] as const;

const SOURCES = { store: 'what Plumbline kept', prometheus: 'Prometheus' } as const;

/** What a search proposes, to copy; nothing is changed by it. */
function ProposalPart({ replay, proposal }: { replay: ReplayRow; proposal: SuggestedVariant }) {
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

/** What a replay found: the comparison, the pictures, the worst, and each workload over time. */
export function ReplayResult({ replay, outcome }: { replay: ReplayView; outcome: ReplayOutcome }) {
  const { variants, workloads, leftOut, notes, proposal, fromMs, toMs, stepMs, loop, sources } = outcome;
  const [workload, setWorkload] = useState(workloads[0] ?? '');
  const realKills = realKillsText(outcome);
  return (
    <Stack gap={14}>
      {replay.isInMemory && (
        <p className={classes.away} role="status">
          The database does not answer: results are kept in memory until this process ends.
        </p>
      )}
      <p className={classes.facts}>
        {localShortTime(fromMs)} to {localShortTime(toMs)}, in steps of {formatDuration(stepMs)}
        {workloads.length > 1 && `, ${countOf(workloads.length, 'workload')}`};{' '}
        {loop === 'closed'
          ? 'kills and throttling change what is learned'
          : 'the recording is learned as it is'}
        . Usage from {sources.map((name) => SOURCES[name]).join(' and ')}.
      </p>
      {realKills && <p className={classes.facts}>{realKills}</p>}
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      {proposal && <ProposalPart replay={replay} proposal={proposal} />}
      <CompareTable outcome={outcome} />
      {variants.length > 1 && (
        <div className={classes.pictures}>
          <ParetoChart variants={variants} figures={['cpuSlack', 'cpuShort']} />
          <ParetoChart variants={variants} figures={['memorySlack', 'oomsADay']} />
        </div>
      )}
      {workloads.length > 1 && <WorstList variants={variants} />}
      <Group gap="8px 16px">
        <h3 className={shared.label}>Over time</h3>
        {workloads.length > 1 && (
          <>
            <Select
              aria-label="Workload"
              w="min(320px, 100%)"
              size="xs"
              searchable
              data={workloads}
              value={workload}
              allowDeselect={false}
              onChange={(value) => setWorkload(value ?? workload)}
            />
            <Anchor component={Link} href={workloadHref(...namesOf(workload))} fz="sm">
              Open the workload
            </Anchor>
          </>
        )}
      </Group>
      <WorkloadCharts replay={replay.id} workload={workload} proposed={proposal?.variant?.name} />
      {leftOut.length > 0 && (
        <Fold label="Left out" note={countOf(leftOut.length, 'workload')}>
          <ul className={classes.list}>
            {leftOut.map((one) => (
              <li key={one.workload}>
                {one.workload}: {one.why}
              </li>
            ))}
          </ul>
        </Fold>
      )}
      <div className={shared.buttons}>
        {FORMATS.map(({ format, label }) => (
          <Button
            key={format}
            component="a"
            href={apiAddress(exportHref(replay.id, format))}
            download
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
          >
            {label}
          </Button>
        ))}
      </div>
    </Stack>
  );
}

function namesOf(workload: string): [string, string] {
  const slash = workload.indexOf('/');
  return [workload.slice(0, slash), workload.slice(slash + 1)];
}

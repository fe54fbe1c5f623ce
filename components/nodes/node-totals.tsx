import { Box, Flex } from '@mantine/core';
import type { NodeTotals } from '@/server/contract/nodes';
import { RESOURCES, type Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import { countOf, formatShare } from '@/server/words/counts';
import { Card } from '../layout/card';
import columns from '../layout/columns.module.css';
import shared from '../layout/shared.module.css';
import { LiveValue } from '../live/live-value';
import { NodeBar } from './node-bar';

const TITLES: Readonly<Record<Resource, string>> = { cpu: 'Idle CPU', memory: 'Idle memory' };

interface NodeTotalsCardsProps {
  totals: Record<Resource, NodeTotals>;
  hasTargets: boolean;
}

export function NodeTotalsCards({ totals, hasTargets }: NodeTotalsCardsProps) {
  return (
    <Box className={columns.two} mb={20}>
      {RESOURCES.map((resource) => (
        <TotalsCard key={resource} resource={resource} totals={totals[resource]} hasTargets={hasTargets} />
      ))}
    </Box>
  );
}

interface TotalsCardProps {
  resource: Resource;
  totals: NodeTotals;
  hasTargets: boolean;
}

function TotalsCard({ resource, totals, hasTargets }: TotalsCardProps) {
  const { allocatable, requested, target, used, idleNow, nodes, hour } = totals;
  const amount = (value: number) => formatAmount(resource, value);
  if (nodes === 0)
    return (
      <Card title={TITLES[resource]}>
        <p className={shared.soft}>It is not known for any node yet.</p>
      </Card>
    );
  const isWhole = hour.nodes === nodes;
  const idle = isWhole ? hour.idle : idleNow;
  const share = (value: number) => formatShare(allocatable > 0 ? value / allocatable : 0);
  return (
    <Card
      title={TITLES[resource]}
      aside={
        <span className={shared.small}>
          {isWhole ? 'next hour' : 'now'}, on {countOf(nodes, 'node')}
        </span>
      }
    >
      <p className={shared.smallText}>
        <span>
          <Box component="strong" fz={20} fw={600}>
            <LiveValue text={amount(idle)} />
          </Box>{' '}
          <span className={shared.small}>
            of {amount(allocatable)} ({share(idle)})
          </span>
        </span>
      </p>
      <NodeBar
        large
        allocatable={allocatable}
        requested={requested}
        used={used}
        idle={idle}
        {...(hasTargets && { target })}
      />
      <Flex component="p" wrap="wrap" gap="2px 18px" c="dimmed" fz={12}>
        {isWhole && <span>{amount(idleNow)} idle now</span>}
        <span>
          {amount(used)} used ({share(used)})
        </span>
        <span>
          {amount(requested)} requested ({share(requested)})
        </span>
        {hasTargets && (
          <span>
            {amount(target)} once all is applied ({share(target)})
          </span>
        )}
        {!isWhole && (
          <span>
            the next hour is known on {hour.nodes} of {countOf(nodes, 'node')}
          </span>
        )}
      </Flex>
    </Card>
  );
}

import { Flex, Text } from '@mantine/core';
import type { SumView } from '@/server/contract/overview';
import type { Standing } from '@/server/contract/verdict';
import { countOf } from '@/server/words/counts';
import { Card } from '../layout/card';
import Link from '../navigation/link';
import { MODES } from '../workloads/mode-words';
import { STANDING_WORDS } from '../workloads/workload-words';
import classes from './mode-card.module.css';

/** States that are drawn in one colour. */
const ALIKE: readonly (readonly Standing[])[] = [
  ['refused', 'oom-killed'],
  ['pending', 'unstated'],
  ['capped', 'short'],
  ['over'],
  ['within'],
];

/** The states by their colour; those that have none of their own are alike. */
function coloured(states: readonly Standing[]): Standing[][] {
  const own = ALIKE.map((alike) => states.filter((one) => alike.includes(one)));
  const others = states.filter((one) => !ALIKE.flat().includes(one));
  return [...own, others].filter((group) => group.length > 0);
}

const STANDINGS = Object.keys(STANDING_WORDS) as Standing[];

interface ModeCardProps {
  modes: SumView['modes'];
  /** The namespace that is told of; undefined for all. */
  namespace?: string | undefined;
}

/** The VPAs of each mode, by how their requests stand; each part leads to them. */
export function ModeCard({ modes, namespace }: ModeCardProps) {
  const rank = new Map<string, number>(MODES.map((mode, index) => [mode, index]));
  const rows = [...modes]
    .map(({ mode, standings }) => ({
      mode,
      standings,
      vpas: STANDINGS.reduce((sum, one) => sum + (standings[one] ?? 0), 0),
    }))
    .sort((a, b) => (rank.get(a.mode) ?? MODES.length) - (rank.get(b.mode) ?? MODES.length));
  const present = STANDINGS.filter((one) => rows.some(({ standings }) => standings[one]));
  const most = Math.max(1, ...rows.map(({ vpas }) => vpas));
  const href = (filter: Record<string, string>) =>
    `/workloads?${new URLSearchParams({ ...(namespace !== undefined && { namespace }), ...filter })}`;
  return (
    <Card title="VPAs by mode and state">
      <Flex component="ul" direction="column" gap={8}>
        {rows.map(({ mode, standings, vpas }) => (
          <li key={mode} className={classes.row}>
            <Link href={href({ mode })} className={classes.mode}>
              {mode}
            </Link>
            <Text span inherit fw={600} ta="right">
              {vpas.toLocaleString('en-US')}
            </Text>
            <span className={classes.track}>
              {STANDINGS.filter((one) => standings[one]).map((one) => {
                const words = `${STANDING_WORDS[one]}: ${countOf(standings[one] ?? 0, 'VPA')} in ${mode}`;
                return (
                  <Link
                    key={one}
                    href={href({ mode, state: one })}
                    className={classes.part}
                    data-state={one}
                    style={{ width: `${((standings[one] ?? 0) / most) * 100}%` }}
                    aria-label={words}
                    title={words}
                  />
                );
              })}
            </span>
          </li>
        ))}
      </Flex>
      <Flex component="ul" wrap="wrap" gap="4px 14px" mt={12} c="dimmed" fz={12} aria-label="States">
        {coloured(present).map(([first = 'within', ...others]) => (
          <li key={first}>
            <span className={classes.key} data-state={first} aria-hidden="true" />
            {[first, ...others].map((one) => STANDING_WORDS[one]).join(' / ')}
          </li>
        ))}
      </Flex>
    </Card>
  );
}

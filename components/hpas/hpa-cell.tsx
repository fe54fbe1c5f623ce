import { Box, Flex } from '@mantine/core';
import type { HpaMetric, HpaRow } from '@/server/contract/hpas';
import { relativeTime } from '@/server/words/times';
import { useClusterTime } from '../api/queries';
import shared from '../layout/shared.module.css';
import badges from '../layout/tone-badge.module.css';
import Link from '../navigation/link';
import { hpaHref } from '../navigation/pages';
import classes from './hpa-cell.module.css';
import { CLAIM_LABELS, HELD_LABELS, HPA_STATE_LABELS, HPA_STATE_TONES } from './hpa-words';
import { ReplicasCell } from './replicas-cell';

/** More are on the page of the HPA. */
const MOST_METRICS = 3;

/** The HPAs of a workload: how each stands, how many replicas it asks for, by what metric, and what limits it. */
export function HpaCell({ hpas }: { hpas: readonly HpaRow[] | undefined }) {
  if (!hpas) return <span className={`${shared.plain} ${shared.quiet}`}>–</span>;
  return hpas.map((hpa) => <OneHpa key={hpa.name} hpa={hpa} />);
}

function OneHpa({ hpa }: { hpa: HpaRow }) {
  const { namespace, name, state, why, metrics, held } = hpa;
  return (
    <div className={classes.hpa}>
      <Flex component="span" wrap="wrap" align="center" gap="2px 8px">
        <Link href={hpaHref(namespace, name)} className={shared.link}>
          {name}
        </Link>
        <span className={badges.badge} data-tone={HPA_STATE_TONES[state]}>
          {HPA_STATE_LABELS[state]}
        </span>
      </Flex>
      {state === 'failing' && (
        <Box component="span" className={`${shared.breaks} ${shared.under}`} maw="36ch">
          {why}
        </Box>
      )}
      <ReplicasCell {...hpa} />
      <MetricLines metrics={metrics} />
      {held !== 'nothing' && <span className={shared.under}>Limited: {HELD_LABELS[held].toLowerCase()}</span>}
      <Scaler hpa={hpa} />
    </div>
  );
}

/** Who scales, where that is not simply the controller of the cluster. */
function Scaler({ hpa: { claim, controller, differsSinceMs } }: { hpa: HpaRow }) {
  const nowMs = useClusterTime();
  return (
    <>
      {claim !== 'not-asked' && <span className={shared.under}>Scaled by: {CLAIM_LABELS[claim]}</span>}
      {differsSinceMs !== undefined && (
        <Box component="span" className={shared.under} c="var(--warning)">
          the controller asks for {controller}, unlike Plumbline, {relativeTime(differsSinceMs, nowMs)}
        </Box>
      )}
    </>
  );
}

function MetricLines({ metrics }: { metrics: readonly HpaMetric[] }) {
  const others = metrics.length - MOST_METRICS;
  return (
    <ul className={classes.lines}>
      {metrics.slice(0, MOST_METRICS).map((metric, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two metrics may have one name, and their order stays.
        <li key={place} data-winner={metric.isWinner || undefined}>
          <strong>{metric.current ?? '?'}</strong>{' '}
          <span className={`${shared.plain} ${shared.quiet}`}>of {metric.target}</span>{' '}
          <Box className={shared.breaks} component="span" display="inline-block" ml={4}>
            {metric.label}
          </Box>
        </li>
      ))}
      {others > 0 && <li className={`${shared.plain} ${shared.quiet}`}>and {others} more</li>}
    </ul>
  );
}

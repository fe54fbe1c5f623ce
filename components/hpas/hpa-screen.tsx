'use client';

import { Box } from '@mantine/core';
import { useSearchParams } from 'next/navigation';
import type { HpaDetail } from '@/server/contract/hpas';
import { useClusterTime, useHpa } from '../api/queries';
import { EditButton } from '../edit/edit-button';
import { IconAlertTriangle, IconInfoCircle } from '../icons';
import { Callout } from '../layout/callout';
import { Card } from '../layout/card';
import { ObjectHeading } from '../layout/object-heading';
import shared from '../layout/shared.module.css';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { hpaHref } from '../navigation/pages';
import { failureScreen } from '../screens/failure-screen';
import { NoSuch } from '../screens/not-found-screens';
import conditionClasses from '../workload/condition-list.module.css';
import { hpaConditionLines } from './condition-lines';
import { HpaDialog } from './edit/hpa-dialog';
import { HiddenLoads } from './hidden-loads';
import { WITH_HPA } from './hpa-filter';
import classes from './hpa-screen.module.css';
import { CLAIM_LABELS, HPA_STATE_LABELS } from './hpa-words';
import { MetricEvidence } from './metric-evidence';
import { ReplicasCell } from './replicas-cell';
import { ScalingCard } from './scaling-card';
import { whyNow } from './why-now';

/** What the status of the HPA says, and where this evaluation says otherwise. */
function HpaConditions({ hpa, nowMs }: { hpa: HpaDetail; nowMs: number }) {
  const lines = hpaConditionLines(hpa);
  if (lines.length === 0) return <p className={shared.soft}>The HPA has no conditions yet.</p>;
  return (
    <ul className={conditionClasses.list}>
      {lines.map(({ type, status, reason, message, tone, sinceMs, otherwise }) => (
        <li key={type}>
          <p className={conditionClasses.line}>
            <strong className={conditionClasses.type} data-tone={tone}>
              {type}
            </strong>{' '}
            {status} <span className={shared.soft}>{reason}</span>
            {sinceMs !== undefined && (
              <span className={conditionClasses.when}>
                <TimeAgo atMs={sinceMs} nowMs={nowMs} />
              </span>
            )}
          </p>
          {message && <p className={shared.soft}>{message}</p>}
          {otherwise && <p className={shared.soft}>This evaluation: {otherwise}</p>}
        </li>
      ))}
    </ul>
  );
}

/** One HPA: what it asks for and why, its picture over time, and the evidence of the newest evaluation. */
export function HpaScreen({ namespace, name }: { namespace: string; name: string }) {
  const { data: hpa, failure } = useHpa(namespace, name);
  const nowMs = useClusterTime();
  const isEditing = useSearchParams().has('edit') && hpa !== undefined;
  if (!isEditing && failure?.kind === 'refused' && failure.code === 'not-found')
    return (
      <NoSuch title={`No HPA ${namespace}/${name}`} href={WITH_HPA} list="HPAs">
        It does not exist, or was deleted. It appears here within a sync once it is made.
      </NoSuch>
    );
  if (!hpa) return failureScreen(failure);
  const { evaluation } = hpa;
  const winner = evaluation?.course.kind === 'metrics' ? evaluation.course.combined.metric : undefined;
  return (
    <>
      <HpaHeading hpa={hpa} nowMs={nowMs} />
      <Notices hpa={hpa} />
      <HiddenLoads hpa={hpa} />
      <Card title="Why now">
        <p className={classes.why}>{evaluation ? whyNow(evaluation, hpa) : hpa.why}</p>
        <Box maw={420}>
          <ReplicasCell {...hpa} />
        </Box>
      </Card>
      <Box className={shared.column} mt={16}>
        <ScalingCard hpa={hpa} />
        <Card title="The newest evaluation">
          {evaluation && evaluation.metrics.length > 0 ? (
            evaluation.metrics.map((metric, place) => (
              <MetricEvidence
                // biome-ignore lint/suspicious/noArrayIndexKey: two metrics may be alike, and their order stays.
                key={place}
                metric={metric}
                isWinner={place === winner}
                failure={hpa.metrics[place]?.failure}
              />
            ))
          ) : (
            <p className={shared.soft}>No metric was needed or could be read.</p>
          )}
        </Card>
        <Card title="Conditions">
          <HpaConditions hpa={hpa} nowMs={nowMs} />
        </Card>
      </Box>
    </>
  );
}

function HpaHeading({ hpa, nowMs }: { hpa: HpaDetail; nowMs: number }) {
  const { namespace, name, target, state, claim, watchedSinceMs, status } = hpa;
  const scaledMs = status?.lastScaleTime ? Date.parse(status.lastScaleTime) : undefined;
  return (
    <ObjectHeading
      crumbs={[
        { href: WITH_HPA, label: 'Workloads with an HPA' },
        { href: `${WITH_HPA}&${new URLSearchParams({ namespace })}`, label: namespace },
      ]}
      title={name}
      actions={
        <EditButton form="hpa" deed={{ to: 'change-hpa', namespace, name }} label="Change the rules">
          {(asked) => <HpaDialog hpa={hpa} {...asked} />}
        </EditButton>
      }
    >
      <span>
        scales {target.kind} {target.name}
      </span>
      <span>
        <strong>{HPA_STATE_LABELS[state]}</strong>
      </span>
      <span>by: {CLAIM_LABELS[claim.kind]}</span>
      {scaledMs !== undefined && (
        <span>
          last scaled <TimeAgo atMs={scaledMs} nowMs={nowMs} />
        </span>
      )}
      <span>
        watched since <TimeAgo atMs={watchedSinceMs} nowMs={nowMs} />
      </span>
    </ObjectHeading>
  );
}

/** What makes the numbers below worth less, or the edit. */
function Notices({
  hpa: { namespace, name, manager, sharedBy, claim, controller, desired, differsSinceMs },
}: {
  hpa: HpaDetail;
}) {
  return (
    <div className={classes.notices}>
      {manager && (
        <Callout
          icon={IconInfoCircle}
          tone="neutral"
          title={`${manager} keeps this HPA as it is stated elsewhere`}
          detail="Edits made here are undone by it: change it there."
        />
      )}
      {sharedBy.length > 0 && (
        <Callout
          icon={IconAlertTriangle}
          tone="warning"
          title="Several HPAs scale this target"
          detail={
            <>
              Their answers fight each other:{' '}
              {sharedBy.map((other, place) => (
                <span key={other}>
                  {place > 0 && ', '}
                  {other === name ? (
                    other
                  ) : (
                    <Link href={hpaHref(namespace, other)} className={shared.target}>
                      {other}
                    </Link>
                  )}
                </span>
              ))}
              . Keep one, with all their metrics.
            </>
          }
        />
      )}
      {differsSinceMs !== undefined && (
        <Callout
          icon={IconInfoCircle}
          tone="warning"
          title={`The cluster’s controller asks for ${controller} replicas, Plumbline’s evaluation for ${desired}`}
          detail="Its flags or its release may differ; compare them with the PLUMBLINE_HPA settings."
        />
      )}
      {claim.kind === 'contested' && (
        <Callout
          icon={IconAlertTriangle}
          tone="warning"
          title={`${claim.by} also acts on this HPA, so Plumbline does not`}
          detail="Kubernetes cannot keep its own controller off one HPA. Start kube-controller-manager without it, or remove the annotation plumbline.dev/controller."
        />
      )}
    </div>
  );
}

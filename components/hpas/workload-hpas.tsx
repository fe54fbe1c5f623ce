'use client';

import { Box } from '@mantine/core';
import { useHpa, useHpasOf } from '../api/queries';
import { Card } from '../layout/card';
import { Fold } from '../layout/fold';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import { hpaHref } from '../navigation/pages';
import { HiddenLoads } from './hidden-loads';
import { ReplicasCell } from './replicas-cell';
import { ScalingCard } from './scaling-card';
import { whyNow } from './why-now';
import classes from './workload-hpas.module.css';

interface WorkloadHpasProps {
  namespace: string;
  target: { kind: string; name: string };
}

/** The HPAs that scale a workload, each with why now and its picture; nothing if there are none. */
export function WorkloadHpas({ namespace, target }: WorkloadHpasProps) {
  const hpas = useHpasOf(namespace, target);
  return hpas.map(({ name }) => <WorkloadHpa key={name} namespace={namespace} name={name} />);
}

function WorkloadHpa({ namespace, name }: { namespace: string; name: string }) {
  const { data: hpa } = useHpa(namespace, name);
  if (!hpa) return null;
  return (
    <Box mb={20}>
      <HiddenLoads hpa={hpa} />
      <Card
        title={`Replicas by HPA ${name}`}
        aside={
          <Link href={hpaHref(namespace, name)} className={`${shared.smallText} ${shared.target}`}>
            To the HPA
          </Link>
        }
      >
        <div className={classes.line}>
          <ReplicasCell {...hpa} />
          <p className={classes.why}>{hpa.evaluation ? whyNow(hpa.evaluation, hpa) : hpa.why}</p>
        </div>
        <Fold label="Scaling over time" about={`HPA ${name}`}>
          <ScalingCard hpa={hpa} order={3} />
        </Fold>
      </Card>
    </Box>
  );
}

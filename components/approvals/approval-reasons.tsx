import { useWorkload } from '../api/queries';
import { Card } from '../layout/card';
import { useAllPods } from '../plan/changes-panel';
import { ReasonList } from '../plan/reason-list';
import { risksOf } from './approval-risk';
import classes from './approval-screen.module.css';
import { awaitsApproval } from './approval-words';

interface ApprovalReasonsProps {
  namespace: string;
  name: string;
  nowMs: number;
}

/** Why pods should change, and what could go wrong with it. */
export function ApprovalReasons({ namespace, name, nowMs }: ApprovalReasonsProps) {
  const { plan } = useAllPods(namespace, name);
  const { data: workload } = useWorkload(namespace, name);
  const groups = plan?.filter(awaitsApproval) ?? [];
  if (groups.length === 0 || !workload) return null;
  const reasons = groups.flatMap((group) => group.reasons).filter(({ code }) => code !== 'awaits-approval');
  const risks = risksOf(
    groups.flatMap(({ changes }) => changes),
    workload.containers,
  );
  return (
    <div className={classes.pair}>
      <Card title="Reason">
        <ReasonList reasons={reasons} nowMs={nowMs} />
      </Card>
      <Card title="Risk">
        {risks.length === 0 && <p className={classes.pods}>No use that was seen is above the new amounts.</p>}
        <ul className={classes.risks}>
          {risks.map(({ words, isHigh }) => (
            <li key={words} data-high={isHigh}>
              {words}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

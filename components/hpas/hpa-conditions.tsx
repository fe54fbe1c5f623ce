import type { HpaCondition } from '@/server/horizontal/conditions';
import type { HpaDetail } from '@/server/scaler/views';
import { TimeAgo } from '../live/time-ago';
import factClasses from '../workload/fact-table.module.css';
import classes from './hpa-conditions.module.css';

interface HpaConditionsProps {
  /** As Plumbline evaluates. */
  ours: readonly HpaCondition[];
  /** As the controller wrote them. */
  status: HpaDetail['status'];
  nowMs: number;
}

/** What the status of the HPA says, and where Plumbline's evaluation says otherwise. */
export function HpaConditions({ ours, status, nowMs }: HpaConditionsProps) {
  const written = status?.conditions ?? [];
  const types = [...new Set([...written, ...ours].map(({ type }) => type))];
  if (types.length === 0) return <p className={factClasses.nothing}>There are none yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={factClasses.frame} aria-label="Conditions" tabIndex={0}>
      <table className={factClasses.table}>
        <thead>
          <tr>
            <th scope="col" className={factClasses.name}>
              Condition
            </th>
            <th scope="col">In the status</th>
            <th scope="col">By this evaluation</th>
            <th scope="col">Since</th>
            <th scope="col">Message</th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => {
            const told = written.find((each) => each.type === type);
            const own = ours.find((each) => each.type === type);
            const sinceMs = Date.parse(told?.lastTransitionTime ?? '');
            return (
              <tr key={type}>
                <th scope="row" className={factClasses.name}>
                  {type}
                </th>
                <td>{told ? `${told.status}, ${told.reason}` : '–'}</td>
                <td>{own ? `${own.status}, ${own.reason}` : '–'}</td>
                <td>{Number.isNaN(sinceMs) ? '–' : <TimeAgo atMs={sinceMs} nowMs={nowMs} />}</td>
                <td className={classes.message}>{(told ?? own)?.message}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

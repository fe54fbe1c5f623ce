import { ScrollRegion } from '../../layout/scroll-region';
import shared from '../../layout/shared.module.css';
import classes from './other-signals.module.css';
import type { SignalRow } from './signal-rows';

interface SignalTableProps {
  rows: readonly SignalRow[];
  container: string;
}

/** One line for each signal: what is usual, high and highest, as a picture and in words. */
export function SignalTable({ rows, container }: SignalTableProps) {
  return (
    <ScrollRegion label={`Other signals of container ${container}`}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Signal</th>
            <td />
            <th scope="col">Usually</th>
            <th scope="col">High (95 %)</th>
            <th scope="col">Highest</th>
            <th scope="col">Based on</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label, amounts, recommended, note }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              {amounts ? (
                <>
                  <td>{amounts.picture && <Picture {...amounts.picture} />}</td>
                  <td>{amounts.usual}</td>
                  <td>{amounts.high}</td>
                  <td>{amounts.highest}</td>
                  <td>
                    {amounts.history}
                    {recommended && <span>; recommended as request: {recommended}</span>}
                    {note && <span className={shared.quiet}>; {note}</span>}
                  </td>
                </>
              ) : (
                <td colSpan={5} className={shared.quiet}>
                  {note}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** A line up to the highest, thicker up to the 95th percentile, with a tick at the median. */
function Picture({ usualShare, highShare }: { usualShare: number; highShare: number }) {
  return (
    <svg className={classes.picture} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className={classes.reach} x="0" y="4.5" width="100" height="1" />
      <rect className={classes.high} x="0" y="3.5" width={highShare * 100} height="3" />
      <rect className={classes.usual} x={Math.min(98, usualShare * 100)} y="1" width="2" height="8" />
    </svg>
  );
}

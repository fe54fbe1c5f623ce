import type { Resource } from '@/server/model/units';
import type { ModelsView } from '@/server/recommender/views';
import { formatDuration } from '@/server/words/times';
import { ScrollRegion } from '../layout/scroll-region';
import classes from './evidence.module.css';
import { modelRows, modelsWords } from './models-rows';

interface ModelsTableProps {
  view: ModelsView;
  resource: Resource;
  /** What is measured: `CPU of web, container app`. */
  subject: string;
}

/** The models with what each has cost, cheapest first, and which one speaks and why. */
export function ModelsTable({ view, resource, subject }: ModelsTableProps) {
  return (
    <>
      <p className={classes.sentence}>{modelsWords(resource, view)}</p>
      {view.chosen >= 0 && (
        <ScrollRegion label={`Models of ${subject}`}>
          <table className={classes.models}>
            <thead>
              <tr>
                <th scope="col">Model</th>
                <th scope="col">Limit</th>
                <th scope="col">Cost</th>
                <td />
                <th scope="col">Above</th>
                <th scope="col">Below</th>
                <th scope="col">Changes</th>
              </tr>
            </thead>
            <tbody>
              {modelRows(resource, view).map((row) => (
                <tr key={row.name} data-speaks={row.speaks} aria-current={row.speaks || undefined}>
                  <th scope="row">{row.name}</th>
                  <td>{row.limit}</td>
                  <td>{row.cost}</td>
                  <td>
                    <span className={classes.bar} aria-hidden="true">
                      {row.parts.map(({ part, share }) => (
                        <span key={part} data-part={part} style={{ width: `${share * 100}%` }} />
                      ))}
                    </span>
                  </td>
                  <td>{row.overrun}</td>
                  <td>{row.underrun}</td>
                  <td>{row.changes}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <p className={classes.legend}>
        <span className={classes.key} data-part="overrun">
          Usage above the limit
        </span>
        <span className={classes.key} data-part="underrun">
          Usage below it
        </span>
        <span className={classes.key} data-part="changes">
          Changes of the limit
        </span>
        <span>
          {view.measure === 'distance' ? 'Weighted by price. ' : 'Counted, not measured. '}
          Half of a cost is forgotten after {formatDuration(view.costHalfLifeMs)}.
        </span>
      </p>
    </>
  );
}

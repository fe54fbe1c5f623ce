import { Flex, Text } from '@mantine/core';
import type { ExpertsView } from '@/server/contract/recommendations';
import { ScrollRegion } from '../layout/scroll-region';
import classes from './evidence.module.css';
import { expertRows, expertsWords, priceWords } from './experts-rows';

interface ExpertsTableProps {
  view: ExpertsView;
  /** What is measured: `CPU of web, container app`. */
  subject: string;
}

/** The cheapest experts with what each has cost, and which one speaks since when. */
export function ExpertsTable({ view, subject }: ExpertsTableProps) {
  return (
    <>
      <Text mb={10} fz={13}>
        {expertsWords(view)}
      </Text>
      <ScrollRegion label={`Experts of ${subject}`}>
        <table className={classes.experts}>
          <thead>
            <tr>
              <th scope="col">Expert</th>
              <th scope="col">Reacts</th>
              <th scope="col">Request now</th>
              <th scope="col">Cost</th>
              <td />
              <th scope="col">Of it shortage</th>
            </tr>
          </thead>
          <tbody>
            {expertRows(view).map((row) => (
              <tr
                key={`${row.name} ${row.reacts}`}
                data-speaks={row.speaks}
                aria-current={row.speaks || undefined}
              >
                <th scope="row">{row.name}</th>
                <td>{row.reacts}</td>
                <td>{row.request}</td>
                <td>{row.cost}</td>
                <td>
                  <span className={classes.bar} aria-hidden="true">
                    {row.parts.map(({ part, share }) => (
                      <span key={part} data-part={part} style={{ width: `${share * 100}%` }} />
                    ))}
                  </span>
                </td>
                <td>{row.shortage}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Flex component="p" wrap="wrap" gap="2px 16px" mt={8} c="dimmed" fz={12}>
        <span className={classes.key} data-part="shortage">
          Shortage
        </span>
        <span className={classes.key} data-part="reserved">
          Reserved, and changes
        </span>
        <span>{priceWords(view)}</span>
      </Flex>
    </>
  );
}

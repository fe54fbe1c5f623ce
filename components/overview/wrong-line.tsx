import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconSparkles } from '@tabler/icons-react';
import type { WrongView } from '@/server/contract/overview';
import type { Urgency } from '@/server/words/urgency';
import { Callout } from '../layout/callout';
import Link from '../navigation/link';
import classes from './wrong-line.module.css';
import { urgencyLinks, wrongWords } from './wrong-words';

const ICONS: Readonly<Record<Urgency, typeof IconAlertTriangle>> = {
  broken: IconAlertTriangle,
  waits: IconHourglass,
  better: IconSparkles,
};

/** How much is broken, waits for a person and could be better, each with its list; and the worst in one sentence. */
export function WrongLine({ wrong, namespace }: { wrong: WrongView; namespace?: string }) {
  const words = wrongWords(wrong, namespace);
  return (
    <>
      <ul className={classes.counts} aria-label="What needs somebody">
        {urgencyLinks(wrong.counts, namespace).map(({ urgency, count, words, href }) => {
          const Icon = count === 0 ? IconCircleCheck : ICONS[urgency];
          return (
            <li key={urgency}>
              <Link href={href} className={classes.count} data-urgency={urgency} data-none={count === 0}>
                <Icon size={18} stroke={1.8} aria-hidden="true" />
                <span>
                  <strong>{count.toLocaleString('en-US')}</strong> {words}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      {words && (
        <div className={classes.wrong}>
          <Callout icon={IconAlertTriangle} tone="warning" title={words.sentence} remedy={words.remedy}>
            <Anchor component={Link} href={words.href} className={classes.link}>
              {words.link}
            </Anchor>
          </Callout>
        </div>
      )}
    </>
  );
}

import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { WrongView } from '@/server/process/pages/overview/views';
import { Callout } from '../layout/callout';
import Link from '../navigation/link';
import classes from './wrong-line.module.css';
import { wrongWords } from './wrong-words';

/** What is wrong in one sentence, and where the cure is; or that nothing is. */
export function WrongLine({ wrong, namespace }: { wrong: WrongView; namespace?: string }) {
  const words = wrongWords(wrong, namespace);
  if (!words)
    return (
      <p className={classes.fine}>
        <IconCircleCheck size={18} stroke={1.8} aria-hidden="true" />
        Nothing is wrong.
      </p>
    );
  return (
    <div className={classes.wrong}>
      <Callout icon={IconAlertTriangle} tone="warning" title={words.sentence} remedy={words.remedy}>
        <Anchor component={Link} href={words.href} className={classes.link}>
          {words.link}
        </Anchor>
      </Callout>
    </div>
  );
}

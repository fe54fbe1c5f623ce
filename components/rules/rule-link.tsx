'use client';

import Link from '../navigation/link';
import { ruleHref } from '../navigation/pages';
import { useIsClosed } from '../navigation/use-pages';

/** The name of a policy, which leads to its page if the person may open that. */
export function RuleLink({ name, className }: { name: string; className?: string | undefined }) {
  const isClosed = useIsClosed('/rules');
  if (isClosed) return name;
  return (
    <Link href={ruleHref(name)} className={className}>
      {name}
    </Link>
  );
}

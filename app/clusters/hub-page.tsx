import type { ReactNode } from 'react';
import { FirstAnswers } from '@/app/first-answers';

export interface HubPageAsked {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

interface HubPageProps extends HubPageAsked {
  /** What its list asks for while nothing is filtered. */
  path: string;
  children: ReactNode;
}

/** A page about the clusters of a hub: it asks for its list as soon as its HTML is there. */
export async function HubPage({ searchParams, path, children }: HubPageProps) {
  const isWhole = Object.keys(await searchParams).length === 0;
  return (
    <FirstAnswers to={isWhole ? [`${path}?`] : []} areElsewhere>
      {children}
    </FirstAnswers>
  );
}

'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { CachedAnswer } from './request';

/** What the server answered while it drew the document. */
export interface WrittenAnswer extends Omit<CachedAnswer<unknown>, 'body'> {
  /** JSON. */
  body: string;
  /** When, by the server's wall clock. */
  atMs: number;
}

interface FirstAnswer<T> extends CachedAnswer<T> {
  atMs: number;
}

const Answers = createContext<Readonly<Record<string, FirstAnswer<unknown>>>>({});

interface AnsweredProps {
  /** By path. */
  answers: Readonly<Record<string, WrittenAnswer>>;
  children: ReactNode;
}

/** Hands on what a document brought along, with what the parts around have of it. */
export function Answered({ answers, children }: AnsweredProps) {
  const around = useContext(Answers);
  const all = useMemo(() => {
    const read = Object.entries(answers).map(([path, answer]) => [
      path,
      { ...answer, body: JSON.parse(answer.body) },
    ]);
    return { ...around, ...Object.fromEntries(read) };
  }, [around, answers]);
  return <Answers value={all}>{children}</Answers>;
}

/** What the document brought along for `path`. It is old once the page is hydrated. */
export function useFirstAnswer<T>(path: string): FirstAnswer<T> | undefined {
  return useContext(Answers)[path] as FirstAnswer<T> | undefined;
}

/** When the document was asked for, by the browser's clock: what it brought along is no older. */
export function documentAskedMs(): number {
  return performance.timeOrigin;
}

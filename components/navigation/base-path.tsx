'use client';

import { usePathname as useBrowserPathname } from 'next/navigation';
import { createContext, useContext } from 'react';
import { withoutBase } from '@/server/contract/base-path';

/** Below which path this document is, such as `/tools/plumbline`; empty if it has the host to itself. */
export const BasePath = createContext('');

export const useBasePath = (): string => useContext(BasePath);

/** The path of the page as the dashboard knows it. */
export function usePathname(): string {
  return withoutBase(useBasePath(), useBrowserPathname());
}

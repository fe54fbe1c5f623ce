'use client';

import { useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { useStatus } from '../api/queries';
import {
  BlockedScreen,
  ClusterAwayScreen,
  ConnectingScreen,
  FillingScreen,
  NotConnectedScreen,
  NotReadyScreen,
  RefusedScreen,
  ServerAwayScreen,
  StartingScreen,
} from './cluster-screens';
import { LoadingScreen } from './loading-screen';
import { chooseScreen } from './screen-choice';

/**
 * Shows its children once there is a cluster with data, else the screen that says why not. An open form
 * stays, with its edits, while the server restarts.
 */
export function ClusterGate({ children }: { children: ReactNode }) {
  const query = useStatus();
  const choice = chooseScreen(query.data, query.failure);
  const isEditing = useSearchParams().has('edit');
  const [wasShown, setShown] = useState(false);
  const isPage = choice.kind === 'page';
  useEffect(() => {
    if (isPage) setShown(true);
  }, [isPage]);
  if (isEditing && wasShown) return children;
  switch (choice.kind) {
    case 'page':
      return children;
    case 'loading':
      return <LoadingScreen />;
    case 'server-away':
      return <ServerAwayScreen />;
    case 'not-ready':
      return <NotReadyScreen />;
    case 'refused':
      return <RefusedScreen message={choice.message} />;
    case 'cluster-away':
      return <ClusterAwayScreen message={choice.message} />;
    case 'blocked':
      return <BlockedScreen by={choice.by} />;
    case 'starting':
      return <StartingScreen />;
    case 'filling':
      return <FillingScreen />;
    case 'not-connected':
      return <NotConnectedScreen cluster={choice.cluster} />;
    case 'connecting':
      return <ConnectingScreen cluster={choice.cluster} />;
  }
}

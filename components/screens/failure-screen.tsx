import type { ReactNode } from 'react';
import type { RequestFailure } from '../api/request';
import {
  ClusterAwayScreen,
  DatabaseAwayScreen,
  ForbiddenScreen,
  NoHubScreen,
  NotReadyScreen,
  RefusedScreen,
  RoleAwayScreen,
  ServerAwayScreen,
} from './cluster-screens';
import { LoadingScreen } from './loading-screen';

/** The screen for a page whose query was never answered. @param failure absent while it may still be */
export function failureScreen(failure: RequestFailure | undefined): ReactNode {
  if (!failure) return <LoadingScreen />;
  if (failure.kind === 'unreachable') return <ServerAwayScreen />;
  if (failure.code === 'not-ready') return <NotReadyScreen />;
  if (failure.code === 'cluster-away') return <ClusterAwayScreen message={failure.message} />;
  if (failure.code === 'forbidden') return <ForbiddenScreen message={failure.message} />;
  if (failure.code === 'no-hub') return <NoHubScreen message={failure.message} />;
  if (failure.code === 'database-away') return <DatabaseAwayScreen />;
  if (failure.code === 'role-not-running') return <RoleAwayScreen message={failure.message} />;
  return <RefusedScreen message={failure.message} />;
}

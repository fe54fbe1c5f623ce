'use client';

import { Component, createContext, type ReactNode, useContext } from 'react';

const RowCluster = createContext<string | undefined>(undefined);

/** The cluster that a row is of, in a list over several; undefined on all other pages. */
export function useRowCluster(): string | undefined {
  return useContext(RowCluster);
}

interface InClusterProps {
  name: string;
  children: ReactNode;
}

/** A part of a row of a cluster: its links lead there, and what its cluster told it wrong costs only itself. */
export function InCluster({ name, children }: InClusterProps) {
  return (
    <RowCluster value={name}>
      <OwnFault>{children}</OwnFault>
    </RowCluster>
  );
}

class OwnFault extends Component<{ children: ReactNode }, { isWrong: boolean }> {
  override state = { isWrong: false };

  static getDerivedStateFromError() {
    return { isWrong: true };
  }

  override render() {
    return this.state.isWrong ? 'cannot be shown' : this.props.children;
  }
}

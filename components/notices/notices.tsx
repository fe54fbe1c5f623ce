'use client';

import { useState } from 'react';
import { onDemand } from '../on-demand/on-demand';
import { useWaitingNotices } from './notify';

const NoticeBox = onDemand(() => import('./notice-box'));

/** The corner for notices; its script is loaded with the first one. */
export function Notices() {
  const waiting = useWaitingNotices();
  const [wasAsked, setAsked] = useState(false);
  if (waiting > 0 && !wasAsked) setAsked(true);
  return wasAsked ? <NoticeBox waiting={waiting} /> : null;
}

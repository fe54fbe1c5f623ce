'use client';

import { Text } from '@mantine/core';
import { useState } from 'react';
import type { StopScope } from '@/server/contract/operations';
import { scopeWords } from '@/server/words/stops';
import { GuardedButton } from '../access/guarded-button';
import { useLack } from '../access/use-lack';
import { useNamespaces, useStatus, useStops } from '../api/queries';
import { useStopAction } from '../api/stop-actions';
import { Segments } from '../choices/segments';
import { IconAlertTriangle } from '../icons';
import { Callout } from '../layout/callout';
import { Command } from '../layout/command';
import { Dialog, DialogActions } from '../layout/dialog';
import { useClusterShown } from '../navigation/use-way';
import { onDemand } from '../on-demand/on-demand';
import { ReasonField } from './reason-field';
import { kubectlStop, modeSentence, outOfReachWords, scopeKey } from './scope-words';
import classes from './stop-dialog.module.css';

/** Apart, so that the dialog itself is small enough to be loaded ahead on every page. */
const ScopeSelect = onDemand(() => import('./scope-select'));
const StoppedPlan = onDemand(() => import('./stopped-plan'));
const StoppedReplay = onDemand(() => import('./stopped-replay'));

interface StopDialogProps {
  /** The workload or namespace whose page this is opened on. */
  atHand: { namespace: string; name?: string } | undefined;
  /** That is to be stopped, not everything; another choice stays one click away. */
  isNarrow: boolean;
  onClose: () => void;
}

const STOP = 'Stop evictions and resizes';

const KINDS = [
  { value: 'all', label: 'Everything' },
  { value: 'namespace', label: 'Namespace' },
  { value: 'vpa', label: 'One VPA' },
] as const satisfies { value: StopScope['kind']; label: string }[];

function scopeOf(kind: StopScope['kind'], namespace: string, vpa: string): StopScope | undefined {
  if (kind === 'all') return { kind };
  if (kind === 'namespace') return namespace ? { kind, namespace } : undefined;
  const [of, name] = vpa.split('/');
  return of && name ? { kind, namespace: of, name } : undefined;
}

/** Chooses what to stop, says what that does, and does it. */
export default function StopDialog({ atHand, isNarrow, onClose }: StopDialogProps) {
  const { namespaces, isWhole = false } = useNamespaces().data ?? {};
  const { stops = [], outOfReach = [] } = useStops() ?? {};
  const { data: status, failure } = useStatus();
  const isAway = failure?.kind === 'unreachable';
  const press = useStopAction('press');
  const cluster = useClusterShown();
  const [chosenKind, setKind] = useState<StopScope['kind']>();
  const [chosenNamespace, setNamespace] = useState<string>();
  const [chosenVpa, setVpa] = useState<string>();
  const [reason, setReason] = useState('');
  const kind = chosenKind ?? (isNarrow ? (atHand?.name ? 'vpa' : 'namespace') : 'all');
  const namespace = chosenNamespace ?? atHand?.namespace ?? '';
  const vpa = chosenVpa ?? (atHand?.name ? `${atHand.namespace}/${atHand.name}` : '');
  const scope = scopeOf(kind, namespace, vpa);
  const counted = scope?.kind === 'all' && !isWhole ? undefined : namespaces;
  const deed = scope && ({ to: 'stop', ...scope } as const);
  const lack = useLack(deed);
  const holds = scope !== undefined && stops.some((stop) => scopeKey(stop.scope) === scopeKey(scope));
  const stop = () => {
    if (scope && !holds && !lack) press.mutate({ scope, reason }, { onSuccess: onClose });
  };
  return (
    <Dialog onClose={onClose} title={cluster === undefined ? STOP : `${STOP} in ${cluster}`} width={620}>
      <div className={classes.body}>
        <Segments label="What to stop" fullWidth options={KINDS} value={kind} onChange={setKind} />
        {kind === 'namespace' && (
          <ScopeSelect
            of="namespace"
            namespaces={namespaces?.map(({ name }) => name) ?? []}
            value={namespace}
            onChange={setNamespace}
          />
        )}
        {kind === 'vpa' && <ScopeSelect of="vpa" value={vpa} onChange={setVpa} />}
        {scope && (
          <Text size="sm">
            At once, Plumbline evicts and resizes no pod{' '}
            {scope.kind === 'all' ? '' : `of ${scopeWords(scope)} `}any more, and new pods start with the
            requests of their template. {modeSentence(scope, counted, outOfReach)} Recommendations continue.
          </Text>
        )}
        {scope &&
          outOfReachWords(scope, outOfReach).map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
        {lack && <Text size="sm">{lack}</Text>}
        {scope && !holds && <ReasonField value={reason} onChange={setReason} onEnter={stop} />}
        {scope && !holds && !isAway && (
          <div className={classes.effect}>
            <StoppedPlan scope={scope} />
            <StoppedReplay scope={scope} />
          </div>
        )}
        {(press.isError || isAway) && (
          <div role="alert">
            <Callout
              icon={IconAlertTriangle}
              tone="danger"
              title={press.isError ? 'Stop was not confirmed' : 'The server does not answer'}
              detail={
                <>
                  {press.error?.message}
                  {scope && (
                    <>
                      <p>By hand, without saving the previous modes:</p>
                      <Command text={kubectlStop(scope, status?.kubeconfig)} />
                    </>
                  )}
                </>
              }
            />
          </div>
        )}
      </div>
      <DialogActions onClose={onClose}>
        <GuardedButton
          deed={deed}
          color="danger"
          disabled={!scope || holds}
          loading={press.isPending}
          onClick={stop}
        >
          {holds ? 'Already stopped' : scope ? `Stop ${scopeWords(scope)}` : 'Stop'}
        </GuardedButton>
      </DialogActions>
    </Dialog>
  );
}

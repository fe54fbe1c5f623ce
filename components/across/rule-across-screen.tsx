'use client';

import { parseAsString, useQueryStates } from 'nuqs';
import type { ClusterRuleView, RuleVersion } from '@/server/contract/cluster-rules';
import { countOf } from '@/server/words/counts';
import { usePolled } from '../api/queries';
import { YamlChange } from '../edit/yaml-change';
import { Card } from '../layout/card';
import columns from '../layout/columns.module.css';
import { CopyText } from '../layout/copy-text';
import { ObjectHeading } from '../layout/object-heading';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import { ruleAcrossHref, ruleHref } from '../navigation/pages';
import { InCluster } from '../navigation/row-cluster';
import { failureScreen } from '../screens/failure-screen';
import { NoSuch } from '../screens/not-found-screens';
import { MissingNotice } from './missing-notice';
import classes from './rules-across.module.css';
import { RulesForGit } from './rules-across-screen';

const PARAMS = { base: parseAsString.withDefault(''), label: parseAsString.withDefault('') };
const MOST_NAMED = 20;
/** Comparing longer texts line by line would hold up the page. */
const MOST_LINES = 600;

/** A rule in every cluster: each version that there is, and what differs. */
export function RuleAcrossScreen({ name }: { name: string }) {
  const [{ base: asked, label }] = useQueryStates(PARAMS);
  const query = new URLSearchParams({ ...(asked && { base: asked }), ...(label && { label }) });
  const {
    data: view,
    nowMs = 0,
    failure,
  } = usePolled<ClusterRuleView>(`/api/clusters/rules/${encodeURIComponent(name)}?${query}`);
  if (!view && failure?.kind === 'refused' && failure.code === 'not-found')
    return (
      <NoSuch title={`No cluster tells of a rule ${name}`} href="/clusters/rules" list="rules">
        It may be in a cluster that is away, or be new: clusters are asked every 30 s.
      </NoSuch>
    );
  if (!view) return failureScreen(failure);
  const { base, others, missing, told } = view;
  const has = base.clusters.length + others.reduce((sum, { clusters }) => sum + clusters.length, 0);
  return (
    <>
      <ObjectHeading
        crumbs={[
          {
            href: label ? `/clusters/rules?${new URLSearchParams({ label })}` : '/clusters/rules',
            label: 'Rules',
          },
        ]}
        title={name}
        actions={<RulesForGit rule={name} label={label} />}
      >
        <span>
          in {has} of {countOf(told, 'cluster')}
          {label && ` with ${label}`}
        </span>
        <span>{countOf(others.length + 1, 'version')}</span>
      </ObjectHeading>
      <MissingNotice view={view} many="rules" nowMs={nowMs} />
      <div className={classes.versions}>
        {missing.length > 0 && (
          <Card title={`Missing in ${countOf(missing.length, 'cluster')}`}>
            <Where clusters={missing} href="/rules" />
          </Card>
        )}
        {others.map((version) => (
          <Card
            key={version.clusters[0]}
            title={`Another version in ${countOf(version.clusters.length, 'cluster')}`}
            aside={
              <Link href={ruleAcrossHref(name, label, version.clusters[0])} className={shared.soft}>
                compare with this one
              </Link>
            }
          >
            <Where clusters={version.clusters} href={ruleHref(name)} />
            <Difference base={base} version={version} />
          </Card>
        ))}
        <Card title={asked ? `As ${asked} has it` : others.length > 0 ? 'As most have it' : 'As all have it'}>
          <Where clusters={base.clusters} href={ruleHref(name)} />
          {base.yaml === undefined ? (
            <TooLong {...base} />
          ) : (
            <CopyText text={base.yaml} label="The rule as YAML" />
          )}
        </Card>
      </div>
    </>
  );
}

/** What the version of some clusters has other than the base, and the patch that makes it. */
function Difference({ base, version }: { base: RuleVersion; version: RuleVersion }) {
  if (version.yaml === undefined) return <TooLong {...version} />;
  if (base.yaml === undefined) return <CopyText text={version.yaml} label="This version as YAML" />;
  const isShort = [base.yaml, version.yaml].every((text) => text.split('\n').length <= MOST_LINES);
  return (
    <div className={`${columns.wide} ${columns.top}`}>
      {isShort && (
        <div className={classes.side}>
          <h3>What differs</h3>
          <YamlChange before={base.yaml} after={version.yaml} around={3} />
        </div>
      )}
      {version.patch !== undefined && (
        <div className={classes.side}>
          <h3>As a patch</h3>
          <CopyText text={version.patch} label="Patch for Kustomize" />
        </div>
      )}
    </div>
  );
}

function TooLong({ bytes }: RuleVersion) {
  return (
    <p className={classes.where}>
      It is too long to be shown here ({Math.ceil(bytes / 1024).toLocaleString('en-US')} KiB). Open it in its
      cluster.
    </p>
  );
}

function Where({ clusters, href }: { clusters: readonly string[]; href: string }) {
  const more = clusters.length - MOST_NAMED;
  return (
    <p className={classes.where}>
      {clusters.slice(0, MOST_NAMED).map((cluster, place) => (
        <InCluster key={cluster} name={cluster}>
          {place > 0 && ', '}
          <Link href={href}>{cluster}</Link>
        </InCluster>
      ))}
      {more > 0 && ` and ${countOf(more, 'more', 'more')}`}
    </p>
  );
}

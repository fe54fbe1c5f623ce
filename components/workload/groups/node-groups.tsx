import { Box, Flex, Text, UnstyledButton } from '@mantine/core';
import type {
  ContainerView,
  NodeGroupsView,
  NodeGroupView,
  ResourceView,
} from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import { confidenceWords, countOf } from '@/server/words/counts';
import { percent } from '../../charts/percent';
import { Card } from '../../layout/card';
import shared from '../../layout/shared.module.css';
import { FactTable } from '../../lists/fact-table';
import tableClasses from '../../lists/fact-table.module.css';
import classes from './groups.module.css';

/** One bar: where it ends and where its bounds and the mean request lie, as shares 0…1 of the scale. */
interface GroupBarShape {
  target: number;
  bounds?: { from: number; to: number };
  request?: { from: number; to: number };
}

/** Beyond this multiple of the largest target a bound says nothing in a picture. */
const CEILING = 1.25;

/** The end of the scale that the bars of all groups share; undefined without a target. */
function scaleOf(views: readonly ResourceView[]): number | undefined {
  const targets = views.flatMap(({ target }) => target ?? []);
  const largest = Math.max(0, ...targets);
  return largest > 0 ? largest * CEILING : undefined;
}

function groupBar(view: ResourceView, scale: number): GroupBarShape | undefined {
  const { target, lowerBound, upperBound, request } = view;
  if (target === undefined) return undefined;
  const at = (amount: number) => Math.min(1, Math.max(0, amount / scale));
  return {
    target: at(target),
    ...(lowerBound !== undefined &&
      upperBound !== undefined && { bounds: { from: at(lowerBound), to: at(upperBound) } }),
    ...(request && { request: { from: at(request.min), to: at(request.max) } }),
  };
}

interface NodeGroupsProps {
  view: NodeGroupsView;
  /** The container that is shown. */
  container: string;
  /** The group that the rest of the page shows; undefined for all nodes. */
  chosen: string | undefined;
  onChoose: (group: string | null) => void;
}

interface GroupBarProps {
  resource: Resource;
  view: ResourceView;
  /** The end of the scale of all groups. */
  scale: number | undefined;
}

/** The target of a group as a bar, its bounds as a band behind it, its requests as marks; the amounts in words. */
function GroupBar({ resource, view, scale }: GroupBarProps) {
  const bar = scale === undefined ? undefined : groupBar(view, scale);
  if (!bar || view.target === undefined) return <span className={shared.small}>nothing yet</span>;
  const { lowerBound, upperBound } = view;
  return (
    <Box component="span" display="block" miw={180}>
      <span className={classes.track} aria-hidden="true">
        {bar.bounds && (
          <span
            className={classes.bounds}
            style={{ left: percent(bar.bounds.from), width: percent(bar.bounds.to - bar.bounds.from) }}
          />
        )}
        <span className={classes.target} style={{ width: percent(bar.target) }} />
        {bar.request && <span className={classes.request} style={{ left: percent(bar.request.from) }} />}
        {bar.request && bar.request.to > bar.request.from && (
          <span className={classes.request} style={{ left: percent(bar.request.to) }} />
        )}
      </span>
      <Flex component="span" wrap="wrap" gap="0 8px">
        <strong>{formatAmount(resource, view.target)}</strong>
        {lowerBound !== undefined && upperBound !== undefined && (
          <span className={classes.soft}>
            {formatAmount(resource, lowerBound)} to {formatAmount(resource, upperBound)}
          </span>
        )}
      </Flex>
    </Box>
  );
}

/** How a group is called; the words cannot be mistaken for values, which have no spaces. */
function groupName(value: string): string {
  if (value === '__absent__') return '(no label)';
  if (value === '__others__') return '(other values)';
  return value === '' ? '(empty value)' : value;
}

/** What is special about a group; undefined if nothing is. */
function groupRemark({ getsLargest, young, nodes }: NodeGroupView): string | undefined {
  if (getsLargest) return 'Nothing learned yet: gets the largest';
  if (young) return 'New: gets at least what all nodes together would';
  return nodes === 0 ? 'No node has it now' : undefined;
}

function outsideWords({ otherValues, elsewhere, scope }: NodeGroupsView): string[] {
  const words: string[] = [];
  if (otherValues > 0)
    words.push(
      `Other nodes have ${countOf(otherValues, 'more value')} of ${scope}; pods that start there first get the largest target.`,
    );
  if (elsewhere > 0) words.push(`${countOf(elsewhere, 'pod')} with no known node, which count for no group.`);
  return words;
}

/** What one container is recommended in each group of nodes, one bar per group; a group can be chosen for the rest. */
export function NodeGroups({ view, container, chosen, onChoose }: NodeGroupsProps) {
  const rows = view.groups.map((group) => ({
    ...group,
    own: group.containers.find(({ name }) => name === container),
  }));
  const views = rows.flatMap(({ own }) => own ?? []);
  const scales = {
    cpu: scaleOf(views.map(({ cpu }) => cpu)),
    memory: scaleOf(views.map((one) => one.memory)),
  };
  return (
    <Box mb={16}>
      <Card title={`Nodes by ${view.scope}`} aside={<Legend />}>
        <Text mb={10} c="dimmed" fz={13}>
          {rows.length === 0
            ? 'Nothing was learned about any group yet, so all pods get one recommendation.'
            : 'Each group learns by itself and has its own recommendation. The status of the VPA has the largest target, for other readers.'}
        </Text>
        {rows.length > 0 && (
          <FactTable
            label="Groups of nodes"
            headings={['Group', 'CPU', 'Memory', 'Nodes', 'Pods', 'Confidence']}
          >
            {rows.map((group) => (
              <tr
                key={group.value}
                className={classes.row}
                data-chosen={group.value === chosen ? true : undefined}
              >
                <th scope="row" className={tableClasses.name}>
                  <UnstyledButton
                    className={shared.link}
                    fz="inherit"
                    aria-pressed={group.value === chosen}
                    onClick={() => onChoose(group.value === chosen ? null : group.value)}
                  >
                    {groupName(group.value)}
                  </UnstyledButton>
                  <Under text={groupRemark(group)} />
                </th>
                <td>{group.own && <GroupBar resource="cpu" view={group.own.cpu} scale={scales.cpu} />}</td>
                <td>
                  {group.own && <GroupBar resource="memory" view={group.own.memory} scale={scales.memory} />}
                </td>
                <td>{group.nodes}</td>
                <td>{group.pods}</td>
                <td>{confidenceIn(group.own)}</td>
              </tr>
            ))}
          </FactTable>
        )}
        {outsideWords(view).map((words) => (
          <Text key={words} mt={10} c="dimmed" fz={13}>
            {words}
          </Text>
        ))}
        {chosen !== undefined && (
          <Text mt={10} c="dimmed" fz={13}>
            Below: {groupName(chosen)} alone.{' '}
            <UnstyledButton className={shared.link} fz="inherit" onClick={() => onChoose(null)}>
              Show all {countOf(rows.length, 'group')} together
            </UnstyledButton>
          </Text>
        )}
      </Card>
    </Box>
  );
}

function Under({ text }: { text: string | undefined }) {
  return text === undefined ? null : <span className={classes.under}>{text}</span>;
}

function confidenceIn(container: ContainerView | undefined): string {
  return container && container.confidence > 0 ? confidenceWords(container.confidence) : 'none yet';
}

function Legend() {
  return (
    <span className={classes.legend}>
      <span className={classes.key} data-sign="target">
        Target
      </span>
      <span className={classes.key} data-sign="bounds">
        Bounds
      </span>
      <span className={classes.key} data-sign="request">
        Requested
      </span>
    </span>
  );
}

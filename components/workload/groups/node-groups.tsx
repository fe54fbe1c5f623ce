import type { ContainerView, NodeGroupsView } from '@/server/contract/recommendations';
import { confidenceWords, countOf } from '@/server/words/counts';
import { Card } from '../../layout/card';
import { FactTable } from '../../lists/fact-table';
import tableClasses from '../../lists/fact-table.module.css';
import { GroupBar } from './group-bar';
import { scaleOf } from './group-bars';
import { groupName, groupRemark, outsideWords } from './group-words';
import classes from './groups.module.css';

interface NodeGroupsProps {
  view: NodeGroupsView;
  /** The container that is shown. */
  container: string;
  /** The group that the rest of the page shows; undefined for all nodes. */
  chosen: string | undefined;
  onChoose: (group: string | null) => void;
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
    <div className={classes.card}>
      <Card title={`Nodes by ${view.scope}`} aside={<Legend />}>
        <p className={classes.intro}>
          {rows.length === 0
            ? 'Nothing was learned about any group yet, so all pods get one recommendation.'
            : 'Each group learns by itself and has its own recommendation. The status of the VPA has the largest target, for other readers.'}
        </p>
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
                  <button
                    type="button"
                    className={classes.choice}
                    aria-pressed={group.value === chosen}
                    onClick={() => onChoose(group.value === chosen ? null : group.value)}
                  >
                    {groupName(group.value)}
                  </button>
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
          <p key={words} className={classes.outside}>
            {words}
          </p>
        ))}
        {chosen !== undefined && (
          <p className={classes.outside}>
            Below: {groupName(chosen)} alone.{' '}
            <button type="button" className={classes.choice} onClick={() => onChoose(null)}>
              Show all {countOf(rows.length, 'group')} together
            </button>
          </p>
        )}
      </Card>
    </div>
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

import { createTwoFilesPatch } from 'diff';
import { stringify } from 'yaml';
import type { ContainerReport, StatedAmounts, VpaReport } from '../contract/reports';
import { writtenList } from '../decide/pods/written-amounts';
import { plainText } from './text';

/** A VPA whose target's template states other amounts than a new pod would get. */
export interface Difference extends Pick<VpaReport, 'namespace' | 'name' | 'mode' | 'target'> {
  containers: ContainerReport[];
}

/** The VPAs that would change new pods, with the containers that differ. */
export function differences(vpas: readonly VpaReport[]): Difference[] {
  return vpas.flatMap(({ namespace, name, mode, target, containers }) => {
    const differing = containers.filter(
      ({ template, next }) => template && next && written(template) !== written(next),
    );
    return differing.length > 0 ? [{ namespace, name, mode, target, containers: differing }] : [];
  });
}

/** All of them as a unified diff of the containers' resources. */
export function diffText(found: readonly Difference[]): string {
  return found.map(patchOf).join('\n');
}

function patchOf({ namespace, name, target, containers }: Difference): string {
  const about = plainText(`${namespace}/${target?.kind ?? ''}/${target?.name ?? ''}`);
  const document = (which: 'template' | 'next') =>
    stringify({
      containers: containers.map((container) => ({
        name: container.name,
        resources: resourcesOf(container[which]),
      })),
    });
  const patch = createTwoFilesPatch(
    about,
    about,
    document('template'),
    document('next'),
    'as its template states',
    plainText(`as VPA ${name} would give new pods`),
  );
  return patch.replace(/^Index: .*\n=+\n/, '').trimEnd();
}

function written(amounts: StatedAmounts): string {
  return JSON.stringify(resourcesOf(amounts));
}

function resourcesOf(amounts: StatedAmounts | undefined) {
  return {
    requests: writtenList(amounts?.requests ?? {}),
    limits: writtenList(amounts?.limits ?? {}),
  };
}

import type { WorkloadInput } from '../../decide/running/plan-input';
import { API_RESOURCES, groupResource } from '../../objects/resources';
import { countOf } from '../../words/counts';
import { aboutVpa, type ObjectFault } from '../../words/object-fault';

/** What is wrong with the approvals that VPAs ask for. */
export class AskedApprovals {
  private readonly own: ObjectFault[] = [];
  private lacking = 0;

  note({ vpa, approvals }: WorkloadInput): void {
    if (approvals?.fault !== undefined)
      this.own.push({ code: 'approvals-invalid', about: aboutVpa(vpa), message: approvals.fault });
    if (approvals?.missing === 'not-installed') this.lacking++;
  }

  faults(): readonly ObjectFault[] {
    if (this.lacking === 0) return this.own;
    const message = `${countOf(this.lacking, 'VPA asks', 'VPAs ask')} for approvals`;
    return [
      ...this.own,
      { code: 'approvals-not-installed', about: groupResource(API_RESOURCES.changeApprovals), message },
    ];
  }
}

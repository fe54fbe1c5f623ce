import { MOST_GROUPS, OTHER_VALUES } from '@/server/decide/features/node-scope/scope';
import type { RecommendedPodResources } from '@/server/objects/vpa-types';
import type { Studies } from '../recommend/studies';

/** The pods of one VPA on nodes with one value of its label. */
export interface NodeGroup {
  readonly value: string;
  /** The model's name for it, beside the VPA's own. */
  readonly modelName: string;
  readonly studies: Studies;
  recommendation: RecommendedPodResources | undefined;
  /** Containers that know too little of their own yet, so that they get at least what all nodes together would. */
  young: ReadonlySet<string>;
}

/** The groups of one VPA, by value of the label; the first values have their own, the rest share one. */
export class VpaGroups {
  readonly byValue = new Map<string, NodeGroup>();

  constructor(
    readonly scope: string,
    private readonly vpa: string,
    private readonly newStudies: () => Studies,
  ) {}

  /** The label that the model knows the group by; no label of a pod looks like this. */
  get modelLabel(): string {
    return `scope:${this.vpa}:${this.scope}`;
  }

  /** The group of a value, which begins if it is new. */
  groupOf(value: string): NodeGroup {
    const known = this.byValue.get(value);
    if (known) return known;
    const isOther = value === OTHER_VALUES || this.ownValues >= MOST_GROUPS;
    return isOther ? (this.byValue.get(OTHER_VALUES) ?? this.begin(OTHER_VALUES)) : this.begin(value);
  }

  /** The group of a value, if it has begun. */
  known(value: string): NodeGroup | undefined {
    return this.byValue.get(value) ?? this.byValue.get(OTHER_VALUES);
  }

  get hasOthers(): boolean {
    return this.byValue.has(OTHER_VALUES);
  }

  private get ownValues(): number {
    return this.byValue.size - (this.hasOthers ? 1 : 0);
  }

  private begin(value: string): NodeGroup {
    const group: NodeGroup = {
      value,
      modelName: `${this.vpa}\n${this.scope}\n${value}`,
      studies: this.newStudies(),
      recommendation: undefined,
      young: new Set(),
    };
    this.byValue.set(value, group);
    return group;
  }
}

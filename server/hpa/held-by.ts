import type { HeldBy } from '../contract/hpas';
import type { Evaluation } from '../decide/replicas/evaluation';

/** What kept the replicas from what the metrics ask for. */
export function heldBy({ course }: Evaluation): HeldBy {
  switch (course.kind) {
    case 'disabled':
    case 'bad-selector':
      return course.kind;
    case 'above-max':
      return 'max';
    case 'below-min':
      return 'min';
    case 'blocked':
      return 'metrics-failed';
    case 'metrics': {
      const { limited, stabilized } = course.settled;
      switch (limited.reason) {
        case 'ScaleUpLimit':
          return 'rate-up';
        case 'ScaleDownLimit':
          return 'rate-down';
        case 'TooManyReplicas':
          return 'max';
        case 'TooFewReplicas':
          return 'min';
        case 'DesiredWithinRange':
          return stabilized.held ? `stabilization-${stabilized.held.direction}` : 'nothing';
      }
    }
  }
}

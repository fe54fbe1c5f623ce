/** Why a pod is not changed by any VPA; the remedies are for people who expected otherwise. */
export const UNCONTROLLED = {
  'no-controller': {
    sentence: 'It has no controller that a VPA could target.',
    remedy: 'Run it with a Deployment or another controller, or target it by its labels with a PodGroup.',
  },
  'controller-missing': {
    sentence: 'An owner in its chain of controllers does not exist.',
    remedy: 'Delete the pod, so that its controller makes it again.',
  },
  'controller-unknown': {
    sentence: 'Its controller cannot be read.',
    remedy: 'Allow the service account to get it, as deploy/rbac/ does.',
  },
  'not-served': {
    sentence: 'The settings leave the VPAs of its namespace to others.',
    remedy: 'Change PLUMBLINE_VPA_OBJECT_NAMESPACE or PLUMBLINE_IGNORED_VPA_OBJECT_NAMESPACES.',
  },
  'no-vpa': {
    sentence: 'No VPA targets its controller.',
    remedy: 'Make a VPA with this controller in spec.targetRef.',
  },
  'mode-off': {
    sentence: 'A VPA targets its controller, and its update mode is Off: it only recommends.',
    remedy: 'Set spec.updatePolicy.updateMode to what it may do.',
  },
} as const;

export type Uncontrolled = keyof typeof UNCONTROLLED;

/**
 * Commands that make an object without a manifest, how to look at it, and what is to be seen. The last is the first
 * minor version of kubectl that makes it by a version of its API that is still served.
 */
export const COMMANDS: readonly [make: string, look: string, expected: string, sinceMinor?: number][] = [
  ['create configmap made --from-literal=key=value', 'get configmap made -o jsonpath={.data.key}', 'value'],
  [
    'create secret generic made --from-literal=key=value',
    'get secret made -o jsonpath={.data.key}/{.type}',
    'dmFsdWU=/Opaque',
  ],
  ['create serviceaccount made', 'get serviceaccount made -o name', 'serviceaccount/made'],
  [
    'create quota made --hard=pods=100,services=50',
    'get quota made -o jsonpath={.spec.hard.pods}/{.spec.hard.services}',
    '100/50',
  ],
  [
    'create role made --verb=get,list --resource=pods,deployments.apps',
    'get role made -o jsonpath={.rules[*].verbs[*]}/{.rules[*].resources[*]}',
    'get list get list/pods deployments',
  ],
  [
    'create rolebinding made --role=made --serviceaccount=shop:made',
    'get rolebinding made -o jsonpath={.roleRef.name}/{.subjects[0].namespace}',
    'made/shop',
  ],
  [
    'create clusterrole made --verb=get --resource=nodes',
    'get clusterrole made -o jsonpath={.rules[0].resources[0]}',
    'nodes',
  ],
  [
    'create clusterrolebinding made --clusterrole=made --user=anna',
    'get clusterrolebinding made -o jsonpath={.subjects[0].kind}/{.subjects[0].name}',
    'User/anna',
  ],
  [
    'create priorityclass made --value=1000 --description=some',
    'get priorityclass made -o jsonpath={.value}/{.description}',
    '1000/some',
  ],
  [
    'create deployment made --image=example.com/made:1 --replicas=2 --port=80',
    'get deployment made -o jsonpath={.spec.replicas}/{.spec.template.spec.containers[0].image}/{.spec.template.spec.containers[0].ports[0].containerPort}',
    '2/example.com/made:1/80',
  ],
  [
    'create deployment none --image=example.com/made:1 --replicas=0',
    'get deployment none -o jsonpath={.spec.replicas}/{.status.replicas}',
    '0/',
  ],
  [
    'expose deployment made --port=80 --target-port=8080',
    'get service made -o jsonpath={.spec.selector.app}/{.spec.ports[0].port}/{.spec.ports[0].targetPort}',
    'made/80/8080',
  ],
  [
    'create service clusterip other --tcp=5678:8080',
    'get service other -o jsonpath={.spec.ports[0].port}/{.spec.type}',
    '5678/ClusterIP',
  ],
  [
    'autoscale deployment made --min=2 --max=5',
    'get hpa made -o jsonpath={.spec.minReplicas}/{.spec.maxReplicas}/{.spec.scaleTargetRef.name}',
    '2/5/made',
  ],
  ['scale deployment made --replicas=0', 'get deployment made -o jsonpath={.spec.replicas}', '0'],
  [
    'create pdb made --selector=app=made --min-available=50%',
    'get pdb made -o jsonpath={.spec.minAvailable}/{.spec.selector.matchLabels.app}',
    '50%/made',
    21,
  ],
  [
    'create pdb other --selector=app=other --min-available=1',
    'get pdb other -o jsonpath={.spec.minAvailable}',
    '1',
    21,
  ],
  [
    'create job made --image=example.com/made:1 -- sleep 5',
    'get job made -o jsonpath={.spec.template.spec.containers[0].command}/{.spec.template.spec.restartPolicy}',
    '["sleep","5"]/Never',
  ],
  [
    'create cronjob made --image=example.com/made:1 --schedule=0\u00a03\u00a0*\u00a0*\u00a0*',
    'get cronjob made -o jsonpath={.spec.schedule}',
    '0 3 * * *',
    21,
  ],
  [
    'create job once --from=cronjob/made',
    'get job once -o jsonpath={.metadata.ownerReferences[0].kind}/{.spec.template.spec.containers[0].image}',
    'CronJob/example.com/made:1',
    21,
  ],
  [
    'run made --image=example.com/made:1 --env=A=b --labels=app=alone --restart=Never',
    'get pod made -o jsonpath={.spec.containers[0].env[0].value}/{.metadata.labels.app}/{.spec.restartPolicy}',
    'b/alone/Never',
  ],
];

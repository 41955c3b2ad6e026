import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type Resource, renderChart } from './render-helm.ts'

const folder = resolve(import.meta.dirname, '../../deploy/helm/convene')
const resources = renderChart(folder)
const of = (kind: string, from = resources): readonly Resource[] => from.filter((each) => each.kind === kind)
const podOf = (resource: Resource) => resource.spec.template.spec
const pods = [...of('Deployment'), ...of('Job')]

test('there are two deployments, a migration that runs first, a service and disruption budgets', () => {
  const kinds = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()
  expect(kinds).toEqual([
    'ConfigMap team-settings',
    'Deployment team-web',
    'Deployment team-worker',
    'Ingress team',
    'Job team-migrate',
    'PodDisruptionBudget team-web',
    'PodDisruptionBudget team-worker',
    'Service team-web',
  ])
  const [job] = of('Job')
  expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  expect([podOf(job).restartPolicy, podOf(job).containers[0].args]).toEqual(['Never', ['migrate']])
})

test.each(pods.map((pod) => [pod.metadata.name, pod]))('%s runs without unneeded privileges', (_, resource) => {
  const pod = podOf(resource)
  expect(pod.automountServiceAccountToken).toBe(false)
  expect(pod.securityContext).toMatchObject({
    runAsNonRoot: true,
    runAsUser: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  })
  for (const { securityContext } of pod.containers)
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
})

test.each(pods.map((pod) => [pod.metadata.name, pod]))(
  '%s gets its secrets by reference, and writes only to its volumes',
  (_, resource) => {
    const pod = podOf(resource)
    const [container] = pod.containers
    const secrets = container.env.filter(({ name }: Resource) => name.startsWith('CONVENE_'))
    expect(secrets.map(({ name, valueFrom }: Resource) => [name, valueFrom.secretKeyRef.name])).toEqual([
      ['CONVENE_DATABASE_URL', 'convene'],
      ['CONVENE_TOKEN', 'convene'],
    ])
    const volumes = pod.volumes.map(({ name }: Resource) => name)
    for (const { name } of container.volumeMounts) expect(volumes).toContain(name)
    const writable = container.volumeMounts.filter(({ readOnly }: Resource) => !readOnly)
    expect(writable.map(({ mountPath }: Resource) => mountPath)).toEqual(['/data', '/tmp'])
  },
)

test.each(of('Deployment').map((each) => [each.metadata.name, each]))(
  '%s is replaced without downtime, and has time to stop',
  (_, deployment) => {
    const { spec } = deployment
    expect(spec).toMatchObject({ replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } })
    const labels = spec.template.metadata.labels
    for (const [label, value] of Object.entries(spec.selector.matchLabels)) expect(labels[label]).toBe(value)
    const { terminationGracePeriodSeconds, containers } = podOf(deployment)
    const settings = JSON.parse(of('ConfigMap')[0].data['config.json'])
    expect(terminationGracePeriodSeconds).toBeGreaterThan(settings.server.stopGrace)
    const paths = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe) => containers[0][probe].httpGet.path)
    expect(paths).toEqual(['/readyz', '/readyz', '/healthz'])
  },
)

test('the Service and the budgets select their Pods', () => {
  const web = of('Deployment').find(({ metadata }) => metadata.name === 'team-web')
  const labels = web.spec.template.metadata.labels
  for (const [label, value] of Object.entries(of('Service')[0].spec.selector)) expect(labels[label]).toBe(value)
  expect(of('Service')[0].spec.sessionAffinity).toBeUndefined()
  const budgets = of('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels['app.kubernetes.io/component'])
  expect(budgets).toEqual(['web', 'worker'])
  expect(of('Ingress')[0].spec.tls).toEqual([{ hosts: ['convene.example.com'], secretName: 'convene-tls' }])
})

test('values end up in the resources they configure', () => {
  const changed = renderChart(folder, {
    image: { repository: 'registry.example/convene', tag: '9.9.9' },
    worker: { replicas: 5, capacity: 7 },
    environmentSecrets: ['providers'],
    environment: [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }],
    settings: { server: { a2a: true } },
    ingress: { enabled: false },
    tolerations: [{ key: 'team', operator: 'Exists' }],
  })
  const worker = of('Deployment', changed).find(({ metadata }) => metadata.name === 'team-worker')
  const [container] = podOf(worker).containers
  expect([worker.spec.replicas, container.image]).toEqual([5, 'registry.example/convene:9.9.9'])
  expect(container.args).toContain('--capacity=7')
  expect(container.env.at(-1)).toEqual({ name: 'HTTPS_PROXY', value: 'http://proxy:3128' })
  expect(container.envFrom).toEqual([{ secretRef: { name: 'providers' } }])
  expect(podOf(worker).tolerations).toEqual([{ key: 'team', operator: 'Exists' }])
  expect(JSON.parse(of('ConfigMap', changed)[0].data['config.json']).server).toMatchObject({
    a2a: true,
    stopGrace: 120,
  })
  expect(of('Ingress', changed)).toEqual([])
  const mark = (from: readonly Resource[]) =>
    of('Deployment', from)[0].spec.template.metadata.annotations['convene/settings']
  expect(mark(changed)).not.toBe(mark(resources))
})

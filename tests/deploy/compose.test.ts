import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Resource } from './render-helm.ts'

const folder = resolve(import.meta.dirname, '../../deploy')
const read = (name: string) => readFileSync(resolve(folder, name), 'utf8')

const compose: Resource = parse(read('compose.yaml'), { merge: true, strict: true })
const services = Object.entries(compose.services) as readonly [string, Resource][]
const settings = JSON.parse(read('settings.json'))

test('there are a database, two web servers, two workers, a migration and a proxy', () => {
  const replicas = services.map(([name, service]) => [name, service.deploy?.replicas ?? 1])
  expect(Object.fromEntries(replicas)).toEqual({ postgres: 1, migrate: 1, web: 2, worker: 2, proxy: 1 })
})

test.each(services)('%s has a read-only root, no capabilities and a health check', (name, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  expect(service.cap_add).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : undefined)
  expect(service.privileged).toBeUndefined()
  if (name !== 'proxy') expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(name === 'migrate' ? service.healthcheck.disable : service.healthcheck.test[0]).toBe(
    name === 'migrate' ? true : 'CMD',
  )
})

test.each(services)('%s mounts only existing sources, and shares no data volume', (_name, service) => {
  for (const { type, source, target } of service.volumes) {
    if (type === 'bind') expect(statSync(resolve(folder, source)).isFile()).toBe(true)
    // Two containers that share a data folder would both own it.
    if (target === '/data' && service.image.includes('convene')) expect(source).toBeUndefined()
    else if (type === 'volume') expect(Object.keys(compose.volumes)).toContain(source)
  }
})

test('only the proxy has ports, and only servers reach the database', () => {
  expect(services.filter(([, service]) => service.ports).map(([name]) => name)).toEqual(['proxy'])
  expect(compose.networks.inside.internal).toBe(true)
  expect([compose.services.postgres.networks, compose.services.proxy.networks]).toEqual([['inside'], ['outside']])
})

test('servers get longer to stop than they need, and start after the migration', () => {
  for (const { stop_grace_period, depends_on, command } of [compose.services.web, compose.services.worker]) {
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(settings.server.stopGrace)
    expect(depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
    expect(command).toEqual(expect.arrayContaining(['--host', '0.0.0.0', '--port', '7410']))
  }
})

test('every variable is in the example, and secrets have no default', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{([A-Z0-9_]+)(:[?-])?/g)]
  const known = [...read('compose.env.example').matchAll(/^#?([A-Z0-9_]+)=(.*)$/gm)]
  const names = known.map(([, name]) => name)
  for (const [, name, kind] of asked) {
    if (name !== 'CONVENE_IMAGE') expect(names).toContain(name)
    if (/TOKEN|PASSWORD/.test(name ?? '')) expect([name, kind]).toEqual([name, ':?'])
  }
  for (const [, name, value] of known)
    if (/TOKEN|PASSWORD|SECRET/.test(name ?? '')) expect([name, value]).toEqual([name, ''])
})

test('the proxy balances over every web server without sticky sessions, and does not expose health and metrics', () => {
  const proxy = read('Caddyfile')
  expect(proxy).toContain('dynamic a web 7410')
  expect(proxy).not.toMatch(/lb_policy (cookie|ip_hash|client_ip_hash|header)/)
  for (const path of ['/healthz', '/readyz', '/metrics', '/servers/*'])
    expect(proxy).toMatch(new RegExp(`@inside path .*${path.replace('*', '\\*')}`))
})

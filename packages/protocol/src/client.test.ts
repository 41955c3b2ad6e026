import { describe, expect, test } from 'vitest'
import { createClient, routeRequest } from './client.ts'
import { contract } from './contract.ts'
import type { Host, HostRequest, HostResponse } from './host.ts'

function hostThat(answer: HostResponse): Host & { readonly asked: HostRequest[] } {
  const asked: HostRequest[] = []
  return {
    asked,
    call: async (request) => {
      asked.push(request)
      return answer
    },
    events: () => () => undefined,
    changes: () => () => undefined,
  }
}

describe('a call', () => {
  test('puts its input into path, query and body', () => {
    expect(routeRequest(contract.updateSession, { id: '01J', title: 'New' })).toEqual({
      method: 'PATCH',
      path: '/api/sessions/01J',
      body: { title: 'New' },
    })
    expect(routeRequest(contract.events, { id: '01J', tail: 50, cut: 1_000 }).path).toBe(
      '/api/sessions/01J/events?tail=50&cut=1000',
    )
  })

  test('cannot escape its place in the path', () => {
    expect(routeRequest(contract.session, { id: '../settings?x=1' }).path).toBe('/api/sessions/..%2Fsettings%3Fx%3D1')
  })

  test('sends a file unchanged', () => {
    const file = new Uint8Array([1, 2])
    expect(routeRequest(contract.upload, { file, name: 'a b.txt' })).toEqual({
      method: 'POST',
      path: '/api/files?name=a+b.txt',
      file,
    })
  })

  test('returns the value', async () => {
    const host = hostThat({ status: 201, body: { id: '01J', warnings: [] } })
    expect(await createClient(host).createSession({ goal: 'Why?' })).toEqual({
      ok: true,
      value: { id: '01J', warnings: [] },
    })
    expect(host.asked).toEqual([{ method: 'POST', path: '/api/sessions', body: { goal: 'Why?' } }])
  })

  test('returns the reason for a refusal', async () => {
    const error = { code: 'illegal_command', message: 'The run is completed.' }
    const client = createClient(hostThat({ status: 409, body: { error } }))
    expect(await client.command({ id: '01J', type: 'pause' })).toEqual({
      ok: false,
      refusal: { status: 409, ...error },
    })
  })

  test('reports an unreadable answer', async () => {
    const client = createClient(hostThat({ status: 502, body: '<html>' }))
    expect(await client.health()).toMatchObject({ ok: false, refusal: { status: 502, code: 'bad_answer' } })
  })
})

import { resolve } from 'node:path'
import { assert } from '@convene/domain'
import { temporaryFolder } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { given, served } from '../../apps/server/src/server.fixture.ts'
import { processesOf } from './processes-of.ts'

/** A server program whose settings contain one MCP server with this fault. */
async function tried(fault: string, command = process.execPath) {
  const folder = temporaryFolder()
  const args = [resolve('tests/mcp/fixtures/faulty-server.mjs'), fault, folder.path]
  const settings = { mcpServers: { faulty: { command, args } } }
  const server = await served({ files: { 'config.json': JSON.stringify(settings) } })
  onTestFinished(async () => {
    await server.remove()
    folder[Symbol.dispose]()
  })
  return { client: server.client, folder }
}

describe('testing an MCP server', () => {
  test('calls a tool new at first sight, whatever its name', async () => {
    const { client } = await tried('proto')
    const first = given(await client.tryServer({ name: 'faulty' }))
    expect(first.tools.map(({ name, state }) => `${name} ${state}`)).toEqual(['__proto__ new'])
  })

  test('lists its tools, ends it, and approves it as shown', async () => {
    const { client, folder } = await tried('none')
    const first = given(await client.tryServer({ name: 'faulty' }))
    expect(first).toMatchObject({ problem: null, approved: false })
    expect(first.tools.map(({ name, state }) => `${name} ${state}`)).toContain('echo new')
    expect(processesOf(folder.path)).toEqual([])
    expect(await client.approveServer({ name: 'faulty', fingerprint: 'of-other-tools' })).toMatchObject({
      refusal: { status: 409, code: 'tools_changed' },
    })
    expect(given(await client.tryServer({ name: 'faulty' })).approved).toBe(false)
    given(await client.approveServer({ name: 'faulty', fingerprint: first.fingerprint }))
    const second = given(await client.tryServer({ name: 'faulty' }))
    expect(second.approved).toBe(true)
    expect(second.tools.every(({ state }) => state === 'known')).toBe(true)
  })

  test('does not approve it if its tools differ from those shown', async () => {
    const { client } = await tried('changes-over-restart')
    const shown = given(await client.tryServer({ name: 'faulty' }))
    expect(await client.approveServer({ name: 'faulty', fingerprint: shown.fingerprint })).toMatchObject({
      refusal: { status: 409, code: 'tools_changed' },
    })
    const changed = given(await client.tryServer({ name: 'faulty' }))
    expect(changed.tools.map(({ name }) => name)).toEqual(['echo', 'bash'])
    given(await client.approveServer({ name: 'faulty', fingerprint: changed.fingerprint }))
    expect(given(await client.tryServer({ name: 'faulty' })).approved).toBe(true)
  })

  test('says why it cannot be used, and then refuses approval', async () => {
    const { client } = await tried('none', '/nowhere/server')
    const { problem, tools } = given(await client.tryServer({ name: 'faulty' }))
    assert(problem !== null, 'it has a problem')
    expect([problem, tools]).toEqual([expect.stringMatching(/\w/u), []])
    expect(await client.approveServer({ name: 'faulty', fingerprint: 'x' })).toMatchObject({ refusal: { status: 503 } })
  })

  test('starts only servers from the settings: its name cannot start another program', async () => {
    const { client } = await tried('none')
    expect(await client.tryServer({ name: 'sh' })).toMatchObject({ refusal: { status: 404 } })
    expect(await client.tryServer({ name: 'constructor' })).toMatchObject({ refusal: { status: 404 } })
  })
})

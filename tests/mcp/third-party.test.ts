import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { reservedPort, temporaryFolder } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { open, thirdParty } from './open-servers.ts'
import { processesOf } from './processes-of.ts'

describe('the filesystem server', () => {
  test('lists its tools, reads inside its root and refuses paths outside', async () => {
    using folder = temporaryFolder()
    writeFileSync(folder.file('a.txt'), 'hello')
    await using mcp = open({ files: thirdParty('filesystem', folder.path) })
    await mcp.ready()
    expect(mcp.tools()).toHaveLength(14)
    const inside = await mcp.call('mcp_files_read_text_file', { path: folder.file('a.txt') })
    expect(inside).toEqual({ ok: true, output: 'hello' })
    const outside = await mcp.call('mcp_files_write_file', { path: '/tmp/convene-outside.txt', content: 'x' })
    expect(outside).toEqual({ ok: false, output: expect.stringContaining('outside allowed directories') })
    expect(existsSync('/tmp/convene-outside.txt')).toBe(false)
  })
})

describe('the memory server', () => {
  test('remembers between calls and returns structured results; after a kill, it is reconnected', async () => {
    using folder = temporaryFolder()
    const file = folder.file('memory.json')
    await using mcp = open(
      { memory: { ...thirdParty('memory', folder.path), env: { MEMORY_FILE_PATH: file } } },
      { limits: { firstWaitMs: 1 } },
    )
    await mcp.ready()
    const entities = [{ name: 'ada', entityType: 'person', observations: ['counts'] }]
    expect(await mcp.call('mcp_memory_create_entities', { entities })).toMatchObject({ ok: true })
    process.kill(mcp.pid('memory'), 'SIGKILL')
    await expect.poll(() => mcp.status()[0]?.phase).toBe('down')
    const graph = await mcp.call('mcp_memory_read_graph', {})
    expect(graph).toEqual({ ok: true, output: expect.stringContaining('"ada"') })
    expect(mcp.status()[0]).toMatchObject({ phase: 'up', restarts: 1 })
    await mcp.close()
    expect(processesOf(folder.path)).toEqual([])
  })
})

describe('the everything server', () => {
  test('returns text, errors, images, structure and links as text', async () => {
    await using mcp = open({ all: thirdParty('everything') })
    await mcp.ready()
    expect(await mcp.call('mcp_all_echo', { message: 'hi' })).toEqual({ ok: true, output: 'Echo: hi' })
    expect(await mcp.call('mcp_all_get-sum', { a: 'x', b: 1 })).toMatchObject({ ok: false })
    const image = await mcp.call('mcp_all_get-tiny-image', {})
    expect(image.output).toMatch(/\[image: image\/png, \d+ bytes\]/)
    const weather = await mcp.call('mcp_all_get-structured-content', { location: 'New York' })
    expect(weather).toEqual({ ok: true, output: expect.stringContaining('"temperature"') })
    const links = await mcp.call('mcp_all_get-resource-links', { count: 2 })
    expect(links.output).toContain('[resource: ')
  })

  test('reports progress, and an aborted call ends at once', async () => {
    const seen: number[] = []
    const abort = new AbortController()
    const progress = (_context: unknown, { progress: step }: { progress: number }) => {
      seen.push(step)
      if (step === 3) abort.abort()
    }
    await using mcp = open({ all: thirdParty('everything') }, { progress })
    await mcp.ready()
    const call = mcp.call('mcp_all_trigger-long-running-operation', { duration: 60, steps: 3_000 }, abort.signal)
    expect(await call).toEqual({ ok: false, output: 'The call was cancelled.' })
    expect(seen.slice(0, 3)).toEqual([1, 2, 3])
    expect(await mcp.call('mcp_all_echo', { message: 'still here' })).toMatchObject({ ok: true })
  })

  test('sees only the environment it needs and was given', async () => {
    const environment = { PATH: process.env.PATH, OPENAI_API_KEY: 'sk-secret', AWS_SECRET_ACCESS_KEY: 'secret' }
    await using mcp = open({ all: { ...thirdParty('everything'), env: { GIVEN: 'yes' } } }, { environment })
    await mcp.ready()
    const { output } = await mcp.call('mcp_all_get-env', {})
    expect(output).toContain('"GIVEN"')
    expect(output).not.toContain('secret')
  })

  test('works over streamable HTTP, and again after it was killed in the middle of a call', async () => {
    const port = await reservedPort()
    let server = await startHttp(port)
    await using mcp = open({ web: { url: `http://127.0.0.1:${port}/mcp` } }, { limits: { firstWaitMs: 1 } })
    try {
      await mcp.ready()
      expect(await mcp.call('mcp_web_echo', { message: 'hi' })).toEqual({ ok: true, output: 'Echo: hi' })
      const long = mcp.call('mcp_web_trigger-long-running-operation', { duration: 60, steps: 2 })
      server.kill('SIGKILL')
      expect(await long).toMatchObject({ ok: false })
      expect(mcp.status()[0]?.phase).toBe('down')
      server = await startHttp(port)
      expect(await mcp.call('mcp_web_echo', { message: 'back' })).toEqual({ ok: true, output: 'Echo: back' })
    } finally {
      server.kill('SIGKILL')
    }
  })
})

test('three servers connect at the same time, and one that fails does not hold up the others', async () => {
  using folder = temporaryFolder()
  await using mcp = open({
    files: thirdParty('filesystem', folder.path),
    none: { command: '/nowhere' },
    memory: { ...thirdParty('memory'), env: { MEMORY_FILE_PATH: folder.file('memory.json') } },
  })
  expect(mcp.tools()).toEqual([])
  await mcp.ready()
  expect(mcp.status().map(({ name, phase }) => [name, phase])).toEqual([
    ['files', 'up'],
    ['none', 'down'],
    ['memory', 'up'],
  ])
})

async function startHttp(port: number) {
  const { args } = thirdParty('everything', 'streamableHttp') as { args: string[] }
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await once(child.stderr, 'data')
  return child
}

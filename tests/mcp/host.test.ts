import { temporaryFolder } from '@convene/testkit'
import { toolHost } from '@convene/tools'
import { expect, test } from 'vitest'
import { faulty } from './faulty-server.ts'
import { open, thirdParty } from './open-servers.ts'

const request = { session: 's', task: 't', call: 'c', agent: 'coder', workspace: process.cwd() }

test('the tool host specifies, checks, judges and runs a server tool, and limits its output', async () => {
  using home = temporaryFolder()
  await using mcp = open(
    { all: thirdParty('everything') },
    { approvals: { approved: () => false, lastOf: () => undefined } },
  )
  const host = toolHost({ tools: mcp.tools, home: home.path })
  expect(host.specs()).toEqual({})
  await mcp.ready()
  const tool = 'mcp_all_echo'
  expect(host.specs()[tool]).toMatchObject({ permission: tool, readOnly: false, input: { required: ['message'] } })

  const call = (input: { message?: string }) => ({ ...request, tool, input }) as never
  const [resource] = await host.inspect(call({ message: 'x' }))
  expect(resource).toMatchObject({ permission: tool, verdict: 'ask' })
  expect(mcp.listFor(resource?.target ?? '')).toEqual(mcp.status()[0]?.list)

  const signal = new AbortController().signal
  expect(await host.run(call({ message: 'hi' }), signal)).toEqual({ ok: true, output: 'Echo: hi' })
  expect(await host.run(call({}), signal)).toMatchObject({
    ok: false,
    output: expect.stringContaining('"message" is missing'),
  })
  await host.inspect(call({ message: 'x' }))
  const long = await host.run(call({ message: 'line\n'.repeat(5_000) }), signal)
  expect(long).toMatchObject({ ok: true, truncated: true, output: expect.stringContaining(home.path) })
})

test('a server receives the trace of a traced call, and none otherwise', async () => {
  using home = temporaryFolder()
  await using mcp = faulty('says-trace')
  await mcp.ready()
  const host = toolHost({ tools: mcp.tools, home: home.path })
  const run = (more: object) =>
    host.run(
      { ...request, tool: 'mcp_faulty_echo', input: { text: 'x' }, ...more } as never,
      new AbortController().signal,
    )
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  expect(await run({ trace })).toEqual({ ok: true, output: trace })
  expect(await run({})).toEqual({ ok: true, output: 'none' })
})

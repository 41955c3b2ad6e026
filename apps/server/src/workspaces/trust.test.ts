import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { given, type Served, served } from '../server.fixture.ts'

async function withTools(files: { readonly [name: string]: string }): Promise<Served> {
  const server = await served()
  onTestFinished(server.remove)
  const folder = join(server.workspace, '.convene', 'tools')
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return server
}

test('everything to be trusted is shown in full, however long it is', async () => {
  const text = `${'// so on\n'.repeat(40_000)}evil()`
  const { client } = await withTools({ 'a.mjs': text })
  const trust = given(await client.trust())
  expect(trust.files.map((file) => file.text === text)).toEqual([true])
  given(await client.grantTrust({ hash: trust.hash }))
  expect(given(await client.trust()).state).toBe('trusted')
})

test('a workspace with more files than are read is refused, with the reason', async () => {
  const crowd = Array.from({ length: 501 }, (_, index) => [`${index}.mjs`, ''] as const)
  const { client } = await withTools(Object.fromEntries(crowd))
  const { hash, problem } = given(await client.trust())
  expect(problem).toContain('contains more than 500 files')
  expect(await client.grantTrust({ hash })).toMatchObject({ refusal: { status: 409, code: 'untrustable' } })
  expect(given(await client.trust()).state).toBe('untrusted')
})

test('files that coding agents load are trusted only as shown, and separately from the rest', async () => {
  const { client, workspace } = await withTools({ 'a.mjs': '' })
  writeFileSync(join(workspace, '.mcp.json'), '{}')
  const { hash } = given(await client.trust())
  const shown = given(await client.agentTrust())
  expect(shown.files).toMatchObject([{ path: '.mcp.json', text: '{}' }])
  given(await client.grantTrust({ hash }))
  expect(given(await client.agentTrust()).state).toBe('untrusted')
  writeFileSync(join(workspace, '.mcp.json'), '{"mcpServers":{}}')
  const changed = { refusal: { code: 'trust_changed' } }
  expect(await client.grantTrust({ hash, agents: shown.hash })).toMatchObject(changed)
  given(await client.grantTrust({ hash, agents: given(await client.agentTrust()).hash }))
  expect(given(await client.agentTrust()).state).toBe('trusted')
})

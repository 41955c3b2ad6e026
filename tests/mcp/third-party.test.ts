import { writeFileSync } from 'node:fs'
import { temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { open, thirdParty } from './open-servers.ts'

test('the filesystem server lists its tools, reads inside its root and refuses outside of it', async () => {
  using folder = temporaryFolder()
  writeFileSync(folder.file('a.txt'), 'hello')
  await using mcp = open({ files: thirdParty('filesystem', folder.path) })
  await mcp.ready()
  expect(mcp.tools()).toHaveLength(14)
  expect(await mcp.call('mcp_files_read_text_file', { path: folder.file('a.txt') })).toEqual({
    ok: true,
    output: 'hello',
  })
  const outside = await mcp.call('mcp_files_read_text_file', { path: '/etc/passwd' })
  expect(outside).toEqual({ ok: false, output: expect.stringContaining('outside allowed directories') })
})

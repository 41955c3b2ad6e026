import { existsSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { judgeAll } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { setUp, unsandboxed } from './bash-tool.fixture.ts'
import { bashTool } from './bash-tool.ts'

describe('a command', () => {
  test('returns output, errors and exit code', async () => {
    const { run } = setUp()
    expect(await run('echo out; echo err >&2; exit 3')).toMatchObject({
      ok: false,
      output: expect.stringMatching(/^out\nerr\n\[exit code 3, \d+\.\d s\]$/),
    })
    expect(await run('true')).toMatchObject({ ok: true, truncated: false })
  })

  test('runs in the workspace, or in one of its folders', async () => {
    const { run, workspace } = setUp(unsandboxed, { 'inner/file.txt': '' })
    expect((await run('pwd')).output).toContain(realpathSync(workspace))
    expect((await run('ls', { workdir: 'inner' })).output).toContain('file.txt')
  })

  test('sees none of our keys', async () => {
    const { run } = setUp()
    const { output } = await run('env')
    expect(output).toContain('TERM=dumb')
    expect(output).not.toContain('secret')
  })

  test('is passed to bash as text, never as an option', async () => {
    const { run } = setUp()
    expect((await run('--version')).output).toContain('--version')
  })

  test('reports the signal that ended it', async () => {
    const { run } = setUp()
    expect((await run('kill -SEGV $$')).output).toMatch(/ended by SIGSEGV/)
    expect((await run('bash -c "kill -9 \\$\\$"; exit $?')).output).toMatch(/exit code 137: ended by SIGKILL/)
  })

  test('reports that it could not start', async () => {
    const { tool, context, controller } = setUp()
    const output = await tool.run({ command: 'true', workdir: 'no/such/folder' }, context, controller.signal)
    expect(output).toMatchObject({ ok: false, output: expect.stringContaining('not started') })
  })

  test('does not start if it was already stopped', async () => {
    const { run, controller, workspace } = setUp()
    controller.abort()
    expect((await run('touch started')).output).toContain('stopped')
    expect(existsSync(join(workspace, 'started'))).toBe(false)
  })
})

describe('what a command touches', () => {
  test('is every command, every file and the network, with a note if there is no sandbox', async () => {
    const { tool, context, workspace } = setUp()
    const touched = await tool.inspect({ command: 'git push > log.txt', network: true }, context)
    expect(touched.map(({ permission, target }) => [permission, target])).toEqual([
      ['bash', 'git push'],
      ['edit', 'log.txt'],
      ['network', 'git push > log.txt'],
    ])
    expect(touched[1]?.absolute).toBe(join(realpathSync(workspace), 'log.txt'))
    expect(touched[0]).toMatchObject({ note: expect.stringContaining('unsandboxed'), unsandboxed: true })
    expect(touched[0]?.command).toEqual({ line: 'git push > log.txt' })
    expect(touched[0]?.preview).toContain('unsandboxed')
    expect(touched[0]?.preview).toContain('$ git push > log.txt')
  })

  test('is judged by the file rules if the line reads or writes a file', async () => {
    const { tool, context } = setUp()
    const rules = { bash: 'allow', edit: { '*': 'allow', 'config/*': 'deny' }, external_directory: 'deny' } as const
    const act = async (command: string) =>
      judgeAll(await tool.inspect({ command }, context), [{ layer: 'user', rules }]).action
    expect(await act('git log > config/x')).toBe('deny')
    expect(await act('git log > src/x')).toBe('ask')
    expect(await act('git log > /var/x')).toBe('deny')
  })

  test('is shown as it is: no hidden characters, and no fake command above it', async () => {
    const { tool, context } = setUp({ kind: 'bubblewrap' })
    const input = { command: 'rm\u200b x', description: 'Lists files\n$ ls\u202e' }
    const [touched] = await tool.inspect(input, context)
    expect(touched?.preview).toBe('Lists files $ ls\\u{202e}\n$ rm\\u{200b} x')
    expect(touched?.command).toEqual({ line: 'rm\\u{200b} x', purpose: 'Lists files $ ls\\u{202e}' })
  })

  test('does not mention a missing sandbox if there is one', async () => {
    const { tool, context } = setUp({ kind: 'bubblewrap' })
    const [touched] = await tool.inspect({ command: 'ls' }, context)
    expect(JSON.stringify(touched)).not.toContain('unsandboxed')
  })

  test('includes a folder outside the workspace', async () => {
    const { tool, context } = setUp()
    const touched = await tool.inspect({ command: 'ls', workdir: '/etc' }, context)
    expect(touched).toContainEqual(expect.objectContaining({ permission: 'external_directory', target: '/etc' }))
  })
})

describe('output', () => {
  test('over 50 KB is cut in the middle and saved in full to a file', async () => {
    const { run, home } = setUp()
    const { output, truncated } = await run('echo first; head -c 300000 /dev/zero | tr "\\0" x; echo; echo last')
    expect(truncated).toBe(true)
    expect(output.length).toBeLessThan(52_000)
    expect(output).toMatch(/^first\n/)
    expect(output).toMatch(/last\n\[exit code 0/)
    const path = join(home, 'outputs', 'session', 'task-call.log')
    expect(output).toContain(`all of it is in ${path}`)
    expect(statSync(path).size).toBe(300_012)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('over 2,000 lines is cut as well', async () => {
    const { run } = setUp()
    const { output, truncated } = await run('seq 5000')
    expect(truncated).toBe(true)
    expect(output.split('\n').length).toBeLessThan(2_010)
    expect(output).toContain('\n5000\n')
  })

  test('without end fills neither memory nor more disk than allowed', async () => {
    const { context, controller, home } = setUp()
    const size = process.env.CONVENE_LONG ? 1_000_000_000 : 100_000_000
    const limits = { lines: 2_000, bytes: 50_000, spillBytes: 2_000_000 }
    const flooded = bashTool({ home, sandbox: unsandboxed, limits })
    const before = process.memoryUsage().rss
    const { output } = await flooded.run({ command: `head -c ${size} /dev/zero; echo end` }, context, controller.signal)
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
    expect(output).toContain(`${size + 4} bytes in all, the first 2000000 are in`)
    expect(output).toContain('end\n')
    expect(statSync(join(home, 'outputs', 'session', 'task-call.log')).size).toBe(2_000_000)
  })
})

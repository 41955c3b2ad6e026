import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasBubblewrap, setUp, unsandboxed } from './bash-tool.fixture.ts'
import { bashTool } from './bash-tool.ts'
import { usualResourceLimits } from './resource-limits.ts'
import { type Sandbox, sandboxFinder } from './sandbox.ts'
import { seatbeltProfile } from './seatbelt.ts'

test('the macOS profile denies the network, and writing outside the workspace', () => {
  const to = {
    workspace: '/w "x"',
    folder: '/w',
    home: '/Users/ada',
    data: '/Volumes/data',
    network: false,
    environment: {},
    limits: usualResourceLimits(),
  }
  expect(seatbeltProfile(to)).toContain('(allow file-read* file-write* (subpath "/w \\"x\\""))')
  expect(seatbeltProfile(to)).toContain('(deny network*)')
  expect(seatbeltProfile({ ...to, network: true })).not.toContain('network')
})

test.each([
  ['linux', 'bwrap', { kind: 'bubblewrap' }, 'bubblewrap does not work here: no'],
  ['darwin', 'sandbox-exec', { kind: 'seatbelt' }, 'sandbox-exec does not work here: no'],
  ['win32', undefined, { kind: 'none', why: 'there is none for win32' }, 'there is none for win32'],
])('on %s, the sandbox is tried out once before it is used', async (platform, program, found, why) => {
  const tried: string[] = []
  const answering = (failure?: { why: string; isPassing: boolean }) =>
    sandboxFinder(platform, async (name) => {
      tried.push(name)
      return failure
    })
  const [works, fails] = [answering(), answering({ why: 'no', isPassing: false })]
  for (const _ of [1, 2]) {
    expect(await works()).toEqual(found)
    expect(await fails()).toEqual({ kind: 'none', why })
  }
  expect(tried).toEqual(program ? [program, program] : [])
})

test('a machine that is out of files for a moment does not leave all later commands without a sandbox', async () => {
  const failures = [{ why: 'too many files are open', isPassing: true }]
  const find = sandboxFinder('linux', async () => failures.pop())
  expect(await find()).toEqual({ kind: 'none', why: 'bubblewrap does not work here: too many files are open' })
  expect([await find(), await find()]).toEqual([{ kind: 'bubblewrap' }, { kind: 'bubblewrap' }])
})

describe.runIf(await hasBubblewrap())('in the sandbox (needs bubblewrap)', () => {
  const sandbox: Sandbox = { kind: 'bubblewrap' }

  test('only the workspace can be written', async () => {
    const { run, workspace } = setUp(sandbox)
    const { output } = await run('touch here; touch /etc/there; touch /usr/there; echo hi > /tmp/own; cat /tmp/own')
    expect(existsSync(join(workspace, 'here'))).toBe(true)
    expect(output).toContain("'/etc/there': Read-only file system")
    expect(output).toContain("'/usr/there': Read-only file system")
    expect(output).toContain('hi')
    expect(existsSync('/tmp/own')).toBe(false)
  })

  test('what other programs trust cannot be written, whether it exists or not, and the guard leaves nothing behind', async () => {
    const { run, workspace } = setUp(sandbox, { '.git/config': 'mine', '.git/HEAD': 'x', '.github/ci.yml': 'mine' })
    const attempts = [
      '.git/config',
      '.git/hooks/pre-commit',
      '.git/info/attributes',
      '.git/commondir',
      '.mcp.json',
      '.github/ci.yml',
      ...'.convene .squad .vscode .claude .cursor .devcontainer .idea .agents .husky .circleci'
        .split(' ')
        .map((name) => `${name}/x`),
    ]
    const { output } = await run(attempts.map((path) => `echo evil > ${path}`).join('; '))
    expect(output.match(/Read-only file system|Is a directory/g)).toHaveLength(attempts.length)
    expect((await run('mv .git away; rm -r .github; mv .vscode y; ln -s x .squad/y')).output).not.toMatch(/exit code 0/)
    expect(readFileSync(join(workspace, '.git/config'), 'utf8')).toBe('mine')
    expect(readFileSync(join(workspace, '.github/ci.yml'), 'utf8')).toBe('mine')
    expect(readdirSync(workspace).sort()).toEqual(['.git', '.github'])
    expect(readdirSync(join(workspace, '.git')).sort()).toEqual(['HEAD', 'config'])
  })

  const trusted =
    'AGENTS.md .yarnrc.yml .gitmodules .envrc .bashrc .zshenv my.code-workspace .gitlab-ci.yml Jenkinsfile .npmrc'.split(
      ' ',
    )

  test.each(trusted)('an existing %s cannot be changed at any depth', async (name) => {
    const { run, workspace } = setUp(sandbox, { [name]: 'mine', [`sub/${name}`]: 'mine' })
    const { output } = await run(`echo evil > ${name}; echo evil > sub/${name}; rm ${name}`)
    expect(output.match(/Read-only file system|busy/g)?.length).toBe(3)
    expect(readFileSync(join(workspace, name), 'utf8')).toBe('mine')
    expect(readFileSync(join(workspace, 'sub', name), 'utf8')).toBe('mine')
  })

  test.each(trusted)('%s created by a command is set aside at the top level, and reported below', async (name) => {
    const { run, workspace, home } = setUp(sandbox, { 'sub/a.txt': '' })
    const { output } = await run(
      `echo made > ${name}; echo made > sub/${name}; mkdir -p node_modules/x; echo > node_modules/x/${name}`,
    )
    expect(output).toContain(`Set aside: ${name}`)
    expect(output).toContain(`[sub/${name}: the command made it`)
    expect(output).not.toContain('node_modules')
    expect(existsSync(join(workspace, name))).toBe(false)
    const kept = /It is now (\S+)\.\]/.exec(output)?.[1] ?? ''
    expect(kept.startsWith(join(home, 'set-aside'))).toBe(true)
    expect(readFileSync(kept, 'utf8')).toBe('made\n')
  })

  test('there is no network, no home, no host process and no way to change the kernel', async () => {
    const { run } = setUp(sandbox)
    const { output } = await run(
      'cat /proc/net/dev | tail -n +3 | wc -l; ls -A ~ | wc -l; ls -d /proc/[0-9]* | wc -l; echo x > /proc/sys/kernel/core_pattern; unshare -U true',
    )
    const [links, atHome, processes] = output.split('\n').map(Number)
    expect(links).toBe(1)
    expect(atHome).toBe(0)
    expect(processes).toBeLessThan(10)
    expect(output).toMatch(/core_pattern: Read-only file system/)
    expect(output).toMatch(/unshare: .*(No space left|not permitted)/)
  })

  test('our data folder looks empty wherever it is: keys may be in its settings', async () => {
    const { run, home } = setUp(sandbox)
    writeFileSync(join(home, 'config.json'), 'sk-secret')
    const { output } = await run(`ls -A ${home} | wc -l; cat ${home}/config.json`)
    expect(output).toMatch(/^0\n/)
    expect(output).not.toContain('sk-secret')
  })

  test('the environment has none of our keys either', async () => {
    const { run } = setUp(sandbox)
    expect((await run('env; cat /proc/1/environ')).output).not.toContain('secret')
  })
})

test('a machine shared by several people runs no command without a sandbox, and does not ask either', async () => {
  const { home, workspace, context, controller } = setUp()
  const tool = bashTool({ home, sandbox: unsandboxed, needsSandbox: true })
  const input = { command: 'touch made' }
  expect(await tool.inspect(input, context)).toEqual([])
  const output = expect.stringContaining('only in a sandbox')
  expect(await tool.run(input, context, controller.signal)).toMatchObject({ ok: false, output })
  expect(existsSync(join(workspace, 'made'))).toBe(false)
})

import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { hasBubblewrap } from '../bash/bash-tool.fixture.ts'
import { confineAgent } from './confine-agent.ts'

type Start = { readonly state?: readonly string[]; readonly mayChange?: boolean }

/** An agent that runs this line of bash, with keys and our data in its home folder. */
async function started(line: string, { state = [], mayChange = true }: Start = {}) {
  const user = folderOf({ '.ssh/id': 'private', '.convene/config.json': 'token', '.agent/session': 'own' })
  const directory = folderOf({ 'a.txt': 'a' })
  symlinkSync(join(user, '.convene'), join(user, '.link'))
  const env = { PATH: process.env.PATH ?? '', HOME: user, AGENT_KEY: 'sk-agent' }
  const program = { command: '/bin/bash', args: ['-c', line], cwd: directory, env }
  const options = { home: join(user, '.convene'), environment: env, sandbox: { kind: 'bubblewrap' as const } }
  return confineAgent(program, { directory, mayChange, state }, options)
}

async function output(line: string, start?: Start): Promise<string> {
  const { command, args, env, cwd, released } = await started(`{ ${line}; } 2>&1 || true`, start)
  const said = execFileSync(command, [...args], { env, cwd, encoding: 'utf8' })
  released?.()
  return said
}

describe.runIf(await hasBubblewrap())('an agent in the sandbox (needs bubblewrap)', () => {
  test.each([true, false])('sees no keys and none of our data (may change files: %s)', async (mayChange) => {
    const said = await output('cat ~/.ssh/id ~/.convene/config.json ~/.agent/session; ls -A ~; cat a.txt', {
      mayChange,
    })
    expect(said.match(/No such file/gu)).toHaveLength(3)
    expect(said).not.toMatch(/private|token|own/u)
    expect(said.trim().at(-1)).toBe('a')
  })

  test('sees the state folders that its settings name, and nothing else', async () => {
    expect(await output('cat ~/.agent/session; cat ~/.ssh/id', { state: ['.agent'] })).toMatch(/^own.*No such file/su)
  })

  test.each(['.', '.convene', '.link', '.convene/config.json'])(
    'does not start with the state folder %s',
    async (state) => {
      await expect(started('true', { state: [state] })).rejects.toThrow(
        /would show your home folder or Convene's data/u,
      )
    },
  )

  test('gets its keys as variables, never as arguments, which other users can list', async () => {
    expect((await started('true')).args.join(' ')).not.toContain('sk-agent')
    expect(await output('echo $AGENT_KEY')).toBe('sk-agent\n')
  })
})

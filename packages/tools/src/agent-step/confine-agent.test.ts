import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

  describe('on a machine that several groups of people share', () => {
    const state = { state: ['.agent', '.agent.json', '.new'], signIn: ['.agent/key'], settings: ['.agent/settings'] }

    function machine() {
      const files = {
        '.agent/history': 'of the operator',
        '.agent/key': 'key',
        '.agent/settings': 'set',
        '.agent.json': '{}',
      }
      const user = folderOf({ ...files, '.convene/config.json': 'token' })
      const env = { PATH: process.env.PATH ?? '', HOME: user }
      const bounds = { folders: [], hidden: [] }
      const options = {
        home: join(user, '.convene'),
        environment: env,
        sandbox: { kind: 'bubblewrap' as const },
        bounds,
      }
      const inFolder = async (directory: string, line: string) => {
        const program = { command: '/bin/bash', args: ['-c', `{ ${line}; } 2>&1 || true`], cwd: directory, env }
        const { command, args, released } = await confineAgent(
          program,
          { directory, mayChange: true, ...state },
          options,
        )
        const said = execFileSync(command, [...args], { env, cwd: directory, encoding: 'utf8' })
        released?.()
        return said
      }
      return { inFolder, user }
    }

    test('reads in one folder nothing of what it kept in another, and finds its own again', async () => {
      const [{ inFolder }, ours, theirs] = [machine(), folderOf({ 'a.txt': 'a' }), folderOf({ 'a.txt': 'a' })]
      await inFolder(ours, 'echo PLAN | tee ~/.agent/history ~/.agent.json ~/.new/note ~/.agent/secret.db')
      expect(await inFolder(theirs, 'cat ~/.agent/* ~/.agent.json ~/.new/*; ls -A ~ ~/.agent')).not.toMatch(
        /PLAN|operator/u,
      )
      expect((await inFolder(ours, 'cat ~/.agent/history ~/.agent.json ~/.new/note')).match(/PLAN/gu)).toHaveLength(3)
    })

    test('leaves no link through which the next start writes somewhere else', async () => {
      const [{ inFolder, user }, ours, outside] = [machine(), folderOf({ 'a.txt': 'a' }), folderOf()]
      rmSync(join(user, '.agent/settings'))
      await inFolder(ours, `ln -s /oldroot${outside}/planted ~/.agent/settings`)
      writeFileSync(join(user, '.agent/settings'), 'set')
      expect([await inFolder(ours, 'cat ~/.agent/settings'), readdirSync(outside)]).toEqual(['set', []])
    })

    test('is signed in everywhere, and cannot change the settings of others', async () => {
      const [{ inFolder }, ours, theirs] = [machine(), folderOf({ 'a.txt': 'a' }), folderOf({ 'a.txt': 'a' })]
      await inFolder(ours, 'echo evil > ~/.agent/settings; echo renewed > ~/.agent/key')
      expect(await inFolder(theirs, 'cat ~/.agent/settings ~/.agent/key')).toBe('setrenewed\n')
      expect(await inFolder(theirs, 'cat ~/.convene/config.json; ls ~/.convene')).not.toMatch(/token|agent-state/u)
    })
  })
})
